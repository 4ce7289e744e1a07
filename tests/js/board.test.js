// The board as it is drawn.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { motion } from "./fake_page.js";

const { Board } = await import("../../hub/static/js/board.js");

/** @type {SVGSVGElement} */
let svg;
/** @type {InstanceType<typeof Board>} */
let board;

beforeEach(() => {
  motion.matches = false;
  svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  board = new Board(svg);
});

/** @param {string} className */
function squares(className) {
  return [...svg.querySelectorAll(className)].map((rect) => ["x", "y", "width"].map((name) => Number(rect.getAttribute(name))));
}

/** @param {number} square */
function pieceOn(square) {
  return svg.querySelector(`[data-square="${square}"]`);
}

/** @param {number} square */
function slideOf(square) {
  const [piece] = pieceOn(square)?.children ?? [];
  return piece && "animations" in piece ? piece.animations : [];
}

test("a board has a frame, its dark fields and their numbers", () => {
  board.show(10, "W:W32:B19", [], false);
  assert.equal(svg.getAttribute("viewBox"), "-2 -2 104 104");
  assert.equal(svg.querySelectorAll(".dark").length, 50);
  assert.deepEqual(squares(".dark")[0], [10, 0, 10]);
  assert.deepEqual([...svg.querySelectorAll(".number")].map((text) => text.textContent).slice(-1), ["50"]);
  board.show(8, "W:W32:B19", [], false);
  assert.equal(svg.getAttribute("viewBox"), "-2 -2 84 84");
  assert.equal(svg.querySelectorAll(".dark").length, 32);
});

test("each piece stands in the middle of its field", () => {
  board.show(10, "W:W32,K5:B19", [], false);
  assert.equal(svg.querySelectorAll("[data-piece]").length, 3);
  assert.equal(pieceOn(5)?.getAttribute("data-piece"), "white-king");
  assert.equal(pieceOn(5)?.getAttribute("transform"), "translate(95 5) scale(.97)");
  assert.equal(pieceOn(32)?.querySelector("use")?.getAttribute("href"), "#white-man");
});

test("squares on which something else may stand have an edge of their own, and the description says so", () => {
  board.show(10, "W:W32:B19", [32, 28], false, false, { squares: [19, 23], says: "In doubt." });
  assert.deepEqual(squares(".doubt").length, 2);
  assert.match(svg.getAttribute("aria-label") ?? "", /19.* In doubt\.$/);
  board.show(10, "W:W32:B19", [], false);
  assert.equal(squares(".doubt").length, 0);
  assert.doesNotMatch(svg.getAttribute("aria-label") ?? "", /doubt/);
});

test("where all squares are in doubt, one edge on the frame goes round the board", () => {
  const all = Array.from({ length: 50 }, (_square, index) => index + 1);
  board.show(10, "W:W32:B19", [], false, false, { squares: all, says: "Nothing was seen." });
  assert.deepEqual(squares(".doubt"), [[-1, -1, 102]]);
  board.show(10, "W:W32:B19", [], false, false, { squares: all.slice(1), says: "" });
  assert.equal(squares(".doubt").length, 49);
});

test("a turned board shows square 50 where square 1 was", () => {
  board.show(10, "W:W50:B1", [50], true);
  assert.equal(pieceOn(50)?.getAttribute("transform"), "translate(15 5) scale(.97)");
  assert.deepEqual(squares(".mark"), [[10.28, 0.28, 9.44]]);
  assert.deepEqual(squares(".dark")[0], [80, 90, 10]);
});

test("a board that lies mirrored shows square 1 where its mirror image has it, from either side", () => {
  board.show(10, "W:W46:B1", [46], false, true);
  assert.equal(pieceOn(1)?.getAttribute("transform"), "translate(85 5) scale(.97)");
  assert.equal(pieceOn(46)?.getAttribute("transform"), "translate(95 95) scale(.97)");
  board.show(10, "W:W46:B1", [46], true, true);
  assert.equal(pieceOn(46)?.getAttribute("transform"), "translate(5 5) scale(.97)");
  assert.deepEqual(squares(".mark"), [[0.28, 0.28, 9.44]]);
  board.show(10, "W:W46:B1", [46], true);
  assert.equal(pieceOn(46)?.getAttribute("transform"), "translate(95 5) scale(.97)");
});

test("the marks of the last move replace those before", () => {
  board.show(10, "B:W28:B19", [32, 28], false);
  board.show(10, "W:W28:B23", [19, 23], false);
  assert.deepEqual(squares(".mark"), [[60.28, 30.28, 9.44], [50.28, 40.28, 9.44]]);
});

test("the piece that moved slides from where it stood", () => {
  board.show(10, "W:W32:B19", [], false);
  board.show(10, "B:W28:B19", [32, 28], false);
  assert.deepEqual(slideOf(28), [[{ transform: "translate(-10px, 10px)" }, { transform: "none" }]]);
  assert.deepEqual(slideOf(19), []);
});

test("nothing slides where the device asks for less motion, or when the board is turned", () => {
  motion.matches = true;
  board.show(10, "W:W32:B19", [], false);
  board.show(10, "B:W28:B19", [32, 28], false);
  assert.deepEqual(slideOf(28), []);
  motion.matches = false;
  board.show(10, "W:W28:B23", [19, 23], true);
  assert.deepEqual(slideOf(23), []);
});

test("the label names all pieces", () => {
  board.show(10, "W:W32,K5:B", [], false);
  assert.equal(svg.getAttribute("aria-label"), "White: 32, king 5. Black: no pieces.");
});

test("a cleared board is empty, and can be drawn again", () => {
  board.show(10, "W:W32:B19", [], false);
  board.clear();
  assert.equal(svg.children.length, 0);
  assert.equal(svg.hasAttribute("aria-label"), false);
  board.show(10, "B:W28:B19", [32, 28], false);
  assert.deepEqual(slideOf(28), [], "the game before is forgotten");
  assert.equal(svg.querySelectorAll("[data-piece]").length, 2);
});
