// Elements of drawings.
const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * A new element of a drawing, with its attributes and children.
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {{ [attribute: string]: string | number }} [attributes]
 * @param {Node[]} [children]
 * @returns {SVGElementTagNameMap[N]}
 */
export function svgElement(name, attributes = {}, children = []) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}
