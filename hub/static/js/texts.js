// Texts in the reader's language. They all come from the page; no script contains one.
import { pageData } from "./elements.js";

/** @typedef {{ [placeholder: string]: string | number | null | undefined }} Values */

/**
 * The texts that the page carries in the script element with that id.
 * @param {string} id
 */
export function textsOf(id) {
  /** @type {{ [key: string]: string }} */
  const table = pageData(id);

  /**
   * The text, with its placeholders filled in; throws an Error when there is none.
   * @param {string} key
   * @param {Values} [values]
   * @returns {string}
   */
  const say = (key, values = {}) => {
    const text = table[key];
    if (text === undefined) throw new Error(`the page has no text "${key}"`);
    return text.replace(/\{(\w+)\}/g, (_placeholder, name) => String(values[name]));
  };

  /**
   * Whether there is such a text.
   * @param {string} key
   * @returns {boolean}
   */
  const knows = (key) => Object.hasOwn(table, key);

  return { say, knows };
}

export const { say, knows } = textsOf("texts");
