// Numbers as the page's language writes them.
import { languages } from "../js/texts.js";

/**
 * The number with one decimal.
 * @param {number} number
 */
export function oneDecimal(number) {
  return number.toLocaleString(languages(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
