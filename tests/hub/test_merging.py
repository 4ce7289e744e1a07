"""The module that merges fragments into a page (js/merge.js), in a browser, on small pages of its own under the pages' content policy."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

import hub
from hub.web.headers import POLICY
from tests.support.waiting import wait_until

ORIGIN = "http://pages.test/"
MODULE = Path(hub.__file__).parent / "static" / "js" / "merge.js"
TRIAL = 'import { merge } from "/merge.js";\nwindow.merge = merge;\n'
TREES, NODES = 150, 14
IDS = [f"n{number}" for number in range(1, 12)]
COMPARE = """(pairs) => pairs.flatMap(([before, after], place) => {
  document.body.innerHTML = before;
  const wanted = Object.assign(document.createElement("template"), { innerHTML: after }).content.firstElementChild;
  const all = (root) => new Map([root, ...root.querySelectorAll("[id]")].map((element) => [element.id, element]));
  const [had, wants] = [all(document.getElementById("root")), all(wanted)];
  const html = new Map([...had].map(([id, element]) => [id, element.outerHTML]));
  const watching = new MutationObserver(() => {});
  watching.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  merge(after);
  const changed = watching.takeRecords().map(({ target }) => target);
  watching.disconnect();
  const root = document.getElementById("root");
  const faults = root.isEqualNode(wanted) ? [] : ["another tree"];
  for (const [id, element] of wants) {
    if (had.get(id)?.localName !== element.localName) continue;
    if (document.getElementById(id) !== had.get(id)) faults.push(`${id} is another node`);
    if (html.get(id) === element.outerHTML && changed.some((node) => had.get(id).contains(node))) faults.push(`${id} was touched`);
  }
  return faults.length ? [[place, ...faults, before, after, root.outerHTML]] : [];
})"""
"""JavaScript that merges each second tree into the first, and tells where the outcome is not the second, or a node was replaced or touched
that both have, or have alike."""


@pytest.fixture
def page(browser):
    """A page on which `merge` is a global, under the policy of all pages. At its end no script may have failed."""
    context = browser.new_context(viewport={"width": 400, "height": 300}, has_touch=True)
    page, failed = context.new_page(), []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.bodies = {}

    def answer(route):
        path = route.request.url.removeprefix(ORIGIN)
        if path.endswith(".js"):
            route.fulfill(body=MODULE.read_text() if path == MODULE.name else TRIAL, content_type="text/javascript")
        else:
            html = f'<!doctype html><title>Trial</title><body>{page.bodies.get(path, "")}<script type="module" src="/trial.js"></script>'
            policy = POLICY.format(frames="'none'", forms="'self'")
            route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": policy})

    page.route("**/*", answer)
    yield page
    context.close()
    assert failed == []


@pytest.fixture
def begin(page):
    """Opens a page with that body."""

    def open_page(body):
        page.bodies[""] = body
        page.goto(ORIGIN)
        wait_until(lambda: page.evaluate("typeof merge") == "function")

    return open_page


def merge(page, html):
    page.evaluate("(html) => merge(html)", html)


def tree(chance, ids):
    """A tree of elements below the root, some with one of the ids."""
    left = [NODES]

    def children(depth):
        parts = []
        for _ in range(chance.randrange(5) if depth else 4):
            if not left[0]:
                break
            left[0] -= 1
            tag = chance.choice(["div", "div", "section", "b"])
            named = f' id="{ids.pop()}"' if ids and chance.random() < 0.6 else ""
            more = f' class="c{chance.randrange(3)}"' if chance.random() < 0.3 else ""
            text = chance.choice(["", "one", "two"])
            inner = children(depth + 1) if depth < 4 else ""
            parts.append(f"<{tag}{named}{more}>{text}{inner}</{tag}>{chance.choice(['', '', ' '])}")
        return "".join(parts)

    return f'<div id="root">{children(0)}</div>'


def reordered(chance, html):
    """The tree with another order of what stands at its top, so that much of it is alike."""
    return html, html.replace('<div id="root">', f'<div id="root"><b id="first">{chance.randrange(9)}</b>', 1)


@pytest.mark.parametrize("seed", [1, 2])
def test_random_trees_become_what_was_sent_and_what_is_equal_keeps_its_node(page, begin, seed):
    begin("")
    chance, pairs = random.Random(seed), []
    for _ in range(TREES):
        before, after = (tree(chance, chance.sample(IDS, len(IDS))) for _ in range(2))
        pairs += [(before, after), (before, before), reordered(chance, before)]
    assert page.evaluate(COMPARE, pairs) == []


def test_a_part_alone_is_merged_and_one_that_the_page_does_not_have_is_left_out(page, begin):
    begin('<main id="a"><p id="b">one</p><p id="c">one</p></main>')
    merge(page, '<p id="c" class="x">two</p><p id="d">three</p><svg><p>no id</p></svg>')
    assert page.locator("main").inner_html() == '<p id="b">one</p><p id="c" class="x">two</p>'


def test_rows_are_merged_and_what_only_adds_leaves_the_others(page, begin):
    begin('<table><tbody id="rows"><tr id="r1"><td>one</td></tr><tr id="r2"><td>two</td></tr></tbody></table>')
    merge(page, '<p id="none"></p><table><tr id="r2"><td>2</td></tr><tbody id="rows" data-adds><tr id="r3"><td>3</td></tr></tbody></table>')
    merge(page, '<table><tbody id="rows" data-adds><tr id="r3"><td>three</td></tr></tbody></table>')
    rows = ('<tr id="r1"><td>one</td></tr>', '<tr id="r2"><td>2</td></tr>', '<tr id="r3"><td>three</td></tr>')
    assert page.locator("table").inner_html() == f'<tbody id="rows">{"".join(rows)}</tbody>'
    merge(page, f'<table><tbody id="rows">{rows[0]}</tbody></table>')
    assert page.locator("table").inner_html() == f'<tbody id="rows">{rows[0]}</tbody>'


def test_focus_and_selection_stay_while_everything_round_them_changes(page, begin):
    begin('<main id="m"><p id="x">gone</p><p id="t">text to select</p><p><input id="i" value="abcdef"></p><p id="y">last</p></main>')
    page.locator("#i").focus()
    page.evaluate("document.getElementById('i').setSelectionRange(1, 4)")
    page.evaluate("document.activeElement.addEventListener('blur', () => (window.blurred = true))")
    merge(
        page, '<main id="m"><p id="y">last</p><p id="n">new</p><p id="t">text to select</p><p>and <input id="i" value="abcdef"></p></main>'
    )
    merge(page, '<main id="m"><p>and <input id="i" value="abcdef"></p><p id="t">text to select</p><p id="y">first</p></main>')
    state = "({ id: document.activeElement.id, from: document.activeElement.selectionStart, to: document.activeElement.selectionEnd })"
    assert page.evaluate(state) == {"id": "i", "from": 1, "to": 4}
    assert page.evaluate("window.blurred") is None
    page.evaluate("getSelection().selectAllChildren(document.getElementById('t'))")
    merge(page, '<main id="m"><p id="y">before</p><p id="t">text to select</p><p id="z">after</p></main>')
    assert page.evaluate("getSelection().toString()") == "text to select"


def test_open_details_scroll_positions_and_styles_of_scripts_stay(page, begin):
    lines = "".join(f"<p>line {number}</p>" for number in range(60))
    details = '<details id="d"><summary>More</summary><p>text</p></details><details id="e" open><summary>Less</summary></details>'
    begin(f'<main id="m">{details}<section id="s">{lines}</section>{lines}</main>')
    page.evaluate("() => { s.style.height = '80px'; s.style.overflow = 'auto'; s.scrollTop = 500; d.open = true; e.open = false; }")
    page.evaluate("scrollTo(0, 900)")
    before = page.evaluate("document.querySelector('#m > p:last-child').getBoundingClientRect().top")
    changed = details.replace("text", "changed")
    merge(page, f'<main id="m"><p id="new">new</p>{changed}<section id="s">{lines}<p>one more</p></section>{lines}</main>')
    assert page.evaluate("[d.open, e.open, s.scrollTop, s.style.height]") == [True, False, 500, "80px"]
    assert "changed" in page.locator("#d").inner_html()
    wait_until(lambda: page.evaluate("document.querySelector('#m > p:last-child').getBoundingClientRect().top") == before)


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
def test_no_button_moves_under_a_finger(page, begin, pointer):
    begin('<main id="m"><button id="b" type="button">Press</button></main>')
    page.evaluate("b.addEventListener('click', () => (window.clicks = (window.clicks ?? 0) + 1))")
    box = page.locator("#b").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    alert = '<main id="m"><p id="alert">Something new above</p><button id="b" type="button">Press</button></main>'
    if pointer == "mouse":
        page.mouse.move(*middle)
        page.mouse.down()
        merge(page, alert)
        assert page.locator("#b").bounding_box() == box
        page.mouse.up()
    else:
        page.evaluate("(alert) => addEventListener('pointerdown', () => merge(alert))", alert)
        page.touchscreen.tap(*middle)
    wait_until(lambda: page.evaluate("window.clicks") == 1)
    expect(page.locator("#alert")).to_be_visible()
    assert page.evaluate("window.clicks") == 1
    page.mouse.move(*middle)
    page.mouse.down(button="right")
    merge(page, '<main id="m"><button id="b" type="button">Press</button></main>')
    expect(page.locator("#alert")).to_have_count(0)


FORM = (
    '<form id="{id}"><input type="hidden" name="token" value="{token}"><input type="hidden" name="row" value="{row}">'
    '<label>Move <input name="move"></label><select name="side"><option>white<option>black</select><button>Send {row}</button></form>'
)


def forms(token, row, *ids):
    return "".join(f'<section id="of-{id_}">{FORM.format(id=id_, token=token, row=row)}</section>' for id_ in ids)


def test_a_form_that_was_begun_keeps_everything_and_no_form_takes_a_token_or_a_row_from_a_fragment(page, begin):
    begin(
        f'<main id="m">{forms("page", 7, "plain", "typed", "chosen", "focused")}</main>'
        f'<details id="o"><summary>Open</summary><div id="w">{forms("page", 7, "opened")}</div></details>'
    )
    page.locator("#typed [name=move]").fill("32-28")
    page.locator("#chosen select").select_option("black")
    page.locator("#o summary").press("Enter")
    page.locator("#focused [name=move]").focus()
    merge(
        page,
        f'<main id="m">{forms("other", 8, "focused", "chosen", "typed", "plain")}</main><div id="w">{forms("other", 8, "opened")}</div>',
    )
    shown = {form.get_attribute("id"): form.locator("button").text_content() for form in page.locator("form").all()}
    assert shown == {"focused": "Send 7", "chosen": "Send 7", "typed": "Send 7", "plain": "Send 8", "opened": "Send 7"}
    values = "[...document.querySelectorAll('input[type=hidden]')].map((field) => [field.name, field.value].join())"
    assert page.evaluate(values) == ["token,page", "row,7"] * 5
    assert page.locator("#typed [name=move]").input_value() == "32-28"
    assert page.locator("#chosen select").input_value() == "black"
    assert page.evaluate("document.activeElement.form.id") == "focused"
    merge(page, f'<main id="m">{forms("other", 9, "new")}</main>')
    left = [form.get_attribute("id") for form in page.locator("main form").all()]
    assert sorted(left) == ["chosen", "focused", "new", "typed"], "those that were begun stay, though the server has them no more"
    assert page.locator("#new [type=hidden]").count() == 0


def test_nothing_of_a_fragment_runs(page, begin):
    begin('<main id="m"></main>')
    merge(
        page, '<main id="m"><script>window.ran = 1</script><img src="x" onerror="window.ran = 2"><b onclick="window.ran = 3">b</b></main>'
    )
    page.locator("b").click()
    assert page.evaluate("window.ran") is None
