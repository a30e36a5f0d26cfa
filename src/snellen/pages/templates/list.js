// A long list that can be filtered: built from data, shown in pieces as the reader scrolls. Text is only ever
// set as text, never as markup.
"use strict";

function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function dataOf(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

// The address of a file from its path, whose names may hold what addresses give a meaning to.
function addressOf(path) {
  return path.split("/").map(encodeURIComponent).join("/");
}

// mount: where the list goes. items: what is listed. filters: [{key, label, values: item => [text, …]}].
// text: item => what the search looks through, null where that is not known: such an item is found always;
// or holds: (item, word in lower case) => whether the item has it.
// prepare: (done, of) => …, which tells progress => promise of what a search needs, or null where it is there.
// render: item => node. nouns: [singular, plural].
function filteredList({ mount, items, filters, text, holds, prepare, render, nouns, tools = [], chunk = 60 }) {
  const chosen = new Map();
  const bar = element("div", { class: "filters" });
  const status = element("p", { class: "soft small", role: "status" });
  const body = element("div", { class: "items" });
  const sentinel = element("div", { class: "sentinel" });
  for (const filter of filters) {
    const counts = new Map();
    for (const item of items) for (const value of new Set(filter.values(item))) counts.set(value, (counts.get(value) || 0) + 1);
    if (counts.size < 2) continue;
    const compare = new Intl.Collator("en", { numeric: true }).compare;
    const options = [...counts].sort((a, b) => compare(a[0], b[0]));
    const select = element("select", { onchange: (event) => { chosen.set(filter, event.target.value); refresh(); } });
    select.append(element("option", { value: "" }, "all"));
    for (const [value, count] of options) select.append(element("option", { value }, `${value} (${count})`));
    bar.append(element("label", {}, filter.label, select));
  }
  let words = [];
  let timer = 0;
  const search = element("input", {
    type: "search", placeholder: "words, a number, an id",
    oninput: () => { clearTimeout(timer); timer = setTimeout(() => { words = search.value.toLowerCase().split(/\s+/).filter(Boolean); refresh(); }, 120); },
  });
  bar.append(element("label", { class: "wide" }, "Search", search), ...tools);
  mount.append(bar, status, body, sentinel);

  let shown = [];
  let next = 0;
  function matches(item) {
    for (const [filter, value] of chosen) if (value && !filter.values(item).includes(value)) return false;
    if (!words.length) return true;
    if (holds) return words.every((word) => holds(item, word));
    const hay = text(item)?.toLowerCase() ?? null;
    return hay === null || words.every((word) => hay.includes(word));
  }
  function more() {
    if (next >= shown.length) return;
    const piece = document.createDocumentFragment();
    for (const item of shown.slice(next, next + chunk)) piece.append(render(item));
    next += chunk;
    body.append(piece);
    // The sentinel may still be in sight, in which case the observer stays silent: look again.
    requestAnimationFrame(() => { if (sentinel.getBoundingClientRect().top < innerHeight + 800) more(); });
  }
  let turn = 0;
  function refresh() {
    turn += 1;
    const mine = turn;
    const tell = (done, of) => { if (mine === turn) status.textContent = `Reading for the search: ${done} of ${of} …`; };
    const waiting = words.length && prepare ? prepare(tell) : null;
    if (!waiting) return show();
    return waiting.then(() => { if (mine === turn) show(); });
  }
  function show() {
    shown = items.filter(matches);
    next = 0;
    body.replaceChildren();
    const noun = items.length === 1 ? nouns[0] : nouns[1];
    status.textContent = shown.length === items.length ? `${items.length} ${noun}` : `${shown.length} of ${items.length} ${noun}`;
    more();
  }
  new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) more(); }, { rootMargin: "800px" }).observe(sentinel);
  refresh();
}
