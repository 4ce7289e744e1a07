// A value as text that does not depend on the order of its keys: the page and its events have them in different orders.

/**
 * The same text for the same value.
 * @param {unknown} value as JSON has it
 */
export function canonical(value) {
  return JSON.stringify(value, (_key, part) => {
    const isObject = typeof part === "object" && part !== null && !Array.isArray(part);
    return isObject ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part;
  });
}
