// The bar that stays in view while alerts are open: how many, the most urgent one, and the way there. The title has the number too.
import { byId, byIdAs, part, setText } from "../js/elements.js";
import { sayMany } from "../js/texts.js";
import { Alarm } from "./alarm.js";

/** @typedef {{ text: string, href: string }} First the most urgent alert */

export class WaitingBar {
  constructor() {
    this.title = document.title;
    this.alarm = new Alarm();
    /** @type {Set<string> | null} */
    this.known = null;
    const bar = byId("bar"); // its text may need several lines, and nothing may lie below it
    new ResizeObserver(() => document.body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);
    const title = part(document.body, ".top > div"); // what is beside it, such as the links, takes more or less room, and is not covered either
    const above = new ResizeObserver(() => document.body.style.setProperty("--links", `${innerWidth - title.getBoundingClientRect().right}px`));
    above.observe(title);
  }

  /**
   * Shows the open alerts, and rings when one of them is new. Those that the page came with ring nothing.
   * @param {string[]} open what names each of them
   * @param {First | undefined} first
   */
  show(open, first) {
    const count = open.length;
    const bar = byId("bar");
    bar.hidden = count === 0;
    document.title = count ? `(${count}) ${this.title}` : this.title;
    setText(part(bar, "b"), count ? sayMany("{count} alert open", "{count} alerts open", count) : "");
    setText(part(bar, "span"), first?.text ?? "");
    if (first) byIdAs(HTMLAnchorElement, "go-there").href = first.href;
    if (this.known && open.some((one) => !this.known?.has(one))) this.alarm.ring();
    this.known = new Set(open);
  }
}
