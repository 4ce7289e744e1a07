// Elements as they are made from data: text never becomes markup.
export function made(name, kind = "", text = "") {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  if (text) element.textContent = text;
  return element;
}

// Hours, minutes and seconds of nanoseconds.
export function written(ns) {
  const seconds = Math.floor(ns / 1e9);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
