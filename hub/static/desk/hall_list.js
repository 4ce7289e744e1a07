// The open alerts of the hall as cards: what is said, at which board, since when, and who sees to it.
import { byId, create, part, setText } from "../js/elements.js";
import { timeOfDay } from "../js/silence.js";
import { marked, say, sayMany } from "../js/texts.js";
import { addressOf, boardName } from "./open_alerts.js";

const MINUTE_MS = 60_000;
/** @type {{ [kind: string]: string }} */
const KINDS = {
  players: marked("Players' words"),
  "at-once": marked("At once"),
  "on-claim": marked("When a player claims it"),
  lost: marked("Lost rows"),
};

export class HallList {
  /**
   * @param {boolean} mayTake
   * @param {(alert: HallAlert, isTaken: boolean) => void} take
   */
  constructor(mayTake, take) {
    this.mayTake = mayTake;
    this.take = take;
    this.me = document.body.dataset.me ?? "";
    this.isFirst = true;
    /** @type {Map<string, { text: string, card: HTMLElement, sinceMs: number }>} */
    this.cards = new Map();
  }

  /**
   * Shows these alerts in their order. A card is made again only when its alert has changed.
   * @param {HallAlert[]} alerts
   */
  show(alerts) {
    const known = this.cards;
    const news = alerts.filter((alert) => !known.has(nameOf(alert)));
    if (!this.isFirst && news.length) {
      setText(byId("news"), news.map((alert) => say("New alert: {text}", { text: `${boardName(alert)}: ${alert.text}` })).join(" "));
    }
    this.isFirst = false;
    this.cards = new Map(alerts.map((alert) => [nameOf(alert), this.#card(alert, known.get(nameOf(alert)))]));
    const cards = [...this.cards.values()].map(({ card }) => card);
    const { children } = byId("alerts");
    const isSame = cards.length === children.length && cards.every((card, place) => children[place] === card);
    if (!isSame) byId("alerts").replaceChildren(...cards);
    this.age();
  }

  // Shows since when each alert waits, as of now.
  age() {
    for (const { card, sinceMs } of this.cards.values()) {
      const ageMs = Math.max(0, Date.now() - sinceMs);
      const minutes = Math.floor(ageMs / MINUTE_MS);
      const waits = minutes ? sayMany("for {count} minute", "for {count} minutes", minutes) : say("just now");
      setText(part(card, ".since"), say("Since {time}, {waits}", { time: timeOfDay(ageMs), waits }));
    }
  }

  /**
   * @param {HallAlert} alert
   * @param {{ text: string, card: HTMLElement, sinceMs: number } | undefined} known
   */
  #card(alert, known) {
    const { age_ms: ageMs, ...rest } = alert;
    const text = JSON.stringify(rest);
    if (known?.text === text) return known;
    return { text, card: this.#made(alert), sinceMs: known?.sinceMs ?? Date.now() - ageMs };
  }

  /** @param {HallAlert} alert */
  #made(alert) {
    const card = create("li");
    card.toggleAttribute("data-call", alert.call);
    card.dataset.kind = alert.kind;
    const head = create("p", "head");
    head.append(create("b", "", boardName(alert)), create("span", "since"));
    const link = create("a", "", alert.text);
    link.href = addressOf(alert.key, alert.id);
    const says = create("p", "says");
    says.append(link);
    card.append(head, says, this.#about(alert));
    const last = create("p", "row");
    if (alert.taken) last.append(create("span", "taken", say("Seen by {by}.", { by: alert.taken })));
    if (this.mayTake) last.append(this.#button(alert));
    if (last.childElementCount) card.append(last);
    return card;
  }

  /** @param {HallAlert} alert */
  #about({ call, kind, article, event, white, black }) {
    const line = create("p", "about");
    const told = call ? say("A player calls.") : say(KINDS[kind] ?? kind);
    line.append(create("span", "kind", told));
    const names = [white, black].filter(Boolean).join(" – ");
    for (const one of [article && say("Article {number}", { number: article }), names, event]) {
      if (one) line.append(create("span", "", one));
    }
    return line;
  }

  /** @param {HallAlert} alert */
  #button(alert) {
    const isMine = alert.taken === this.me;
    const says = isMine ? say("Give it back") : alert.taken ? say("I take it over") : say("I take it");
    const button = create("button", isMine ? "quiet" : "", says);
    button.type = "button";
    button.setAttribute("aria-label", `${says}: ${boardName(alert)}, ${alert.text}`);
    button.addEventListener("click", () => this.take(alert, !isMine));
    return button;
  }
}

/** @param {HallAlert} alert */
function nameOf({ key, game, id }) {
  return `${key}/${game}/${id}`;
}
