/* Preloaded where the kernel has no DMA heaps: gives libcamera and picamera2 memory of the ordinary kind for their picture buffers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAPS "/dev/dma_heap/"
#define WITH_MODE(flags) ((flags) & (O_CREAT | O_TMPFILE))

static int is_heap(const char *path)
{
	return strncmp(path, HEAPS, strlen(HEAPS)) == 0;
}

static int allocate(struct dma_heap_allocation_data *wanted)
{
	int memory = memfd_create("picture", MFD_CLOEXEC);

	if (memory >= 0 && ftruncate(memory, (off_t)wanted->len) < 0) {
		close(memory);
		memory = -1;
	}
	wanted->fd = (unsigned int)memory;
	return memory < 0 ? -1 : 0;
}

#define OPENING(name) \
	int name(const char *path, int flags, ...) \
	{ \
		static int (*next)(const char *, int, ...); \
		mode_t mode = 0; \
		if (is_heap(path)) \
			return memfd_create("heap", MFD_CLOEXEC); \
		if (WITH_MODE(flags)) { \
			va_list rest; \
			va_start(rest, flags); \
			mode = va_arg(rest, mode_t); \
			va_end(rest); \
		} \
		if (!next) \
			*(void **)&next = dlsym(RTLD_NEXT, #name); \
		return next(path, flags, mode); \
	}

OPENING(open)
OPENING(open64)

int ioctl(int fd, unsigned long request, ...)
{
	static int (*next)(int, unsigned long, void *);
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);

	unsigned int code = (unsigned int)request;   /* Python and libcamera differ in how they widen it */
	if (code == (unsigned int)DMA_HEAP_IOCTL_ALLOC)
		return allocate(argument);
	if (code == (unsigned int)DMA_BUF_IOCTL_SYNC || code == (unsigned int)DMA_BUF_SET_NAME_A || code == (unsigned int)DMA_BUF_SET_NAME_B)
		return 0;
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "ioctl");
	return next(fd, request, argument);
}
