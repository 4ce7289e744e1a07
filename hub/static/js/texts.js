// The page's language. The scripts say everything in English; the page carries what that is in its own language.
import { pageData } from "./elements.js";

/** @typedef {{ [placeholder: string]: string | number | null | undefined }} Values */

/**
 * `sentences` by the English ones, of a plural all its forms; in `plurals` a digit for each number below 200: which form it takes.
 * @type {{ sentences: { [english: string]: string | string[] }, plurals: string }}
 */
const texts = pageData("texts");
const CONTEXT = "\u0004"; // between a context and its sentence

/**
 * The sentence in the page's language, with its placeholders filled in.
 * @param {string} sentence in English
 * @param {Values} [values]
 */
export function say(sentence, values = {}) {
  const text = texts.sentences[sentence];
  return fill(typeof text === "string" ? text : sentence.slice(sentence.indexOf(CONTEXT) + 1), values);
}

/**
 * The form of the sentence for that number, with its placeholders filled in; `{count}` is the number.
 * @param {string} one the English sentence for one
 * @param {string} more and for any other number
 * @param {number} count
 * @param {Values} [values]
 */
export function sayMany(one, more, count, values = {}) {
  const forms = texts.sentences[one];
  return fill(formFor(Array.isArray(forms) ? forms : [one, more], count), { count, ...values });
}

/**
 * The sentence itself, which is said elsewhere; the catalogues get what stands here.
 * @param {string} sentence
 */
export function marked(sentence) {
  return sentence;
}

/**
 * @param {string[]} forms
 * @param {number} count
 */
function formFor(forms, count) {
  const place = count < texts.plurals.length ? count : (count % 100) + 100;
  return forms[Number(texts.plurals[place])] ?? forms[0] ?? "";
}

/**
 * @param {string} text
 * @param {Values} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_placeholder, name) => String(values[name]));
}
