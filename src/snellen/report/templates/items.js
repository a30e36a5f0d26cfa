"use strict";

(() => {
  const about = dataOf("items-data");
  const data = itemsData(about);
  const filter = itemsFilter(about, data);
  const { columns, conditions, right, headline } = about;
  const [explorer, form, status, chips, listMount, itemMount] = ["explorer", "filters", "status", "chips", "list", "item"].map((id) => document.getElementById(id));
  const narrow = matchMedia("(max-width: 52rem)");
  const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  let state = readState();
  let found = null; // what `filter.matching` found last
  let shape = null;
  let verdicts = null;
  let open = -1;
  let turn = 0;
  const FIRST = ["task", "property", "category"]; // a row's first line
  const codes = new Map();

  // ---- the list

  function signs(item) {
    const strip = element("span", { class: "signs" });
    if (!shape) return strip;
    let [good, scored] = [0, 0];
    for (let reply = shape.first[item]; reply < shape.first[item + 1]; reply += 1) {
      const code = verdicts ? verdicts[reply] : 3;
      good += code === 1;
      scored += code !== 3;
      if (strip.childElementCount < 24) strip.append(element("span", { class: `sign ${["wrong", "right", "partly", "none"][code]}`, ariaHidden: "true" }));
    }
    strip.append(element("span", { class: "unseen" }, scored ? `${good} of ${scored} right` : "not scored"));
    return strip;
  }
  function render(item, row) {
    const told = FIRST.flatMap((name) => {
      const value = codes.has(name) ? filter.columnOf.get(name).values[codes.get(name)[item]] : undefined;
      return value === undefined ? [] : [visible(value)];
    });
    row.append(
      element("span", { class: "thumb" }),
      element("span", { class: "what" }, element("bdi", {}, told.length ? [...new Set(told)].join(" · ") : `Question ${item + 1}`)),
      element("span", { class: "key mono" }), signs(item),
    );
  }
  async function detail(item, row) {
    const question = await data.question(item);
    if (!row.isConnected || !question) return;
    row.querySelector(".key").textContent = visible(question.key ?? "no key");
    row.title = visible(question.id);
    if (!question.chart?.file) return;
    const image = element("img", { alt: "", loading: "lazy", decoding: "async", src: addressOf(`../${question.chart.file}`) });
    image.addEventListener("error", () => image.remove());
    row.querySelector(".thumb").append(image);
  }
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const list = virtualList({
    mount: listMount, rowHeight: Math.round(4.5 * rem), render, detail,
    onActive(item, by) {
      if (by === "pointer") choose(item, { step: true });
      else if (!narrow.matches) choose(item);
    },
    onOpen(item) { choose(item, { step: narrow.matches }).then(() => itemMount.focus()); },
  });

  // ---- the item

  function head(id) {
    const position = list.position();
    const step = (by, label) => element("button", { type: "button", disabled: position + by < 0 || position + by >= list.length(), ariaLabel: label, onclick: () => choose(list.at(position + by)) }, by < 0 ? "←" : "→");
    return element(
      "header", { class: "itemhead" },
      element("button", { type: "button", class: "back", onclick: close }, "Back to the list"),
      step(-1, "Previous question"), step(1, "Next question"),
      element("span", { class: "soft small" }, position < 0 ? "not among those listed" : `${(position + 1).toLocaleString("en")} of ${list.length().toLocaleString("en")}`),
      element("a", { class: "mono id", href: `#${hashOf({ filters: new Map(), q: "", flip: "", way: "", id })}`, title: "The address of this question" }, element("bdi", {}, visible(id))),
    );
  }
  const view = itemsView({ mount: itemMount, about, data });

  async function factsOf(item) {
    const facets = columns.map((column, number) => ({ ...column, number })).filter(({ of }) => of === "item");
    const all = await Promise.all(facets.map(({ number }) => data.column(number)));
    return facets.map(({ name, values }, place) => [name, all[place]?.[item] >= 0 ? values[all[place][item]] : null]);
  }
  // Put an item beside the list, and into the address where `told`: then as a step of the browser's history, or not.
  async function choose(item, { told = true, step = false } = {}) {
    open = item;
    list.show(item);
    const [content, facts] = await Promise.all([data.item(item), factsOf(item)]);
    if (open !== item) return;
    if (!content) {
      itemMount.replaceChildren(element("p", { class: "notice" }, `A file of this question in ${about.folder}/ is not beside the page, or damaged.`));
      return;
    }
    if (told) {
      state = { ...state, id: content.id };
      writeState(state, step);
      explorer.classList.add("open");
    }
    const first = shape.first[item];
    content.conditions = content.replies.map((_, place) => shape.conditions[first + place]);
    view(content, { head: head(content.id), facts, matched: (place) => found.some && found.replies[first + place] === 1 });
    itemMount.scrollTop = 0;
    if (narrow.matches) scrollTo(0, 0);
    itemMount.dataset.item = content.id;
  }
  function close() {
    open = -1;
    state = { ...state, id: "" };
    writeState(state, true);
    explorer.classList.remove("open");
    listMount.focus();
  }

  // ---- filters

  function change(changes) {
    state = { ...state, ...changes };
    writeState(state, true);
    refresh();
  }
  function setFilter(name, value) {
    const filters = new Map(state.filters);
    if (value) filters.set(name, [value]); else filters.delete(name);
    change({ filters });
  }
  const selects = new Map();
  function select(name, label, options, onchange) {
    const box = element("select", { ariaLabel: label, onchange: () => onchange(box.value) }, element("option", { value: "" }, "all"));
    for (const [value, number] of options) box.append(element("option", { value }, `${visible(value)}${number === undefined ? "" : ` (${number.toLocaleString("en")})`}`));
    selects.set(name, box);
    return element("label", {}, label, box);
  }
  // A filter of several values, as a link may have, is an option of its own.
  const SEVERAL = "several";
  function valueInto(box, value, ...others) {
    for (const option of [...box.options]) if (option.dataset.several) option.remove();
    if (others.length) {
      const option = element("option", { value: SEVERAL }, visible([value, ...others].join(" or ")));
      option.dataset.several = "true";
      box.append(option);
      box.value = SEVERAL;
      return;
    }
    if (value && ![...box.options].some((option) => option.value === value)) {
      const near = [...box.options].find((option) => option.value !== "" && Number(option.value) === Number(value));
      if (near) { box.value = near.value; return; }
      box.append(element("option", { value }, visible(value)));
    }
    box.value = value;
  }
  const search = element("input", { type: "search", placeholder: "question, key, reply, id", autocomplete: "off", spellcheck: false });
  function build() {
    const compare = new Intl.Collator("en", { numeric: true }).compare;
    const facet = ({ name, of, values, counts }) => {
      const options = values.map((value, place) => [value, counts[place]]).filter(([, number]) => number > 0);
      if (of !== "score" && name !== "kind") options.sort((a, b) => compare(a[0], b[0]));
      return select(name, of === "score" ? `By ${name}` : worded(name), options, (value) => setFilter(name, value));
    };
    const models = conditions.map(({ label }) => [label]);
    const main = ["task", "property", "outcome", "kind", headline];
    const flip = () => {
      const [a, b] = [selects.get("flip-a").value, selects.get("flip-b").value];
      change({ flip: a && b ? `${a},${b}` : "", way: a && b ? selects.get("way").value : "" });
    };
    const more = element("details", { class: "more" }, element("summary", {}, "More filters"));
    const inside = element("div", { class: "bar" });
    more.append(inside);
    form.append(element("label", { class: "wide" }, "Search", search));
    if (conditions.length > 1) form.append(select("model", "Model", models, (value) => setFilter("model", value)));
    for (const name of main) if (filter.columnOf.has(name)) form.append(facet(filter.columnOf.get(name)));
    for (const column of columns) if (!main.includes(column.name)) inside.append(facet(column));
    if (conditions.length > 1) {
      inside.append(select("flip-a", "Flips between", models, flip), select("flip-b", "and", models, flip));
      inside.append(select("way", "Which way", [["first"], ["second"]], flip));
      const [either, first, second] = selects.get("way").options;
      [either.textContent, first.textContent, second.textContent] = ["either", "the first is right", "the second is right"];
      for (const name of ["flip-a", "flip-b"]) selects.get(name).options[0].textContent = "–";
    }
    if (inside.childElementCount) form.append(more);
    let timer = 0;
    let typing = false;
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        state = { ...state, q: search.value };
        writeState(state, !typing); // one step back for a whole word
        typing = true;
        refresh();
      }, 200);
    });
    search.addEventListener("blur", () => { typing = false; });
    form.addEventListener("submit", (event) => event.preventDefault());
  }
  function intoForm() {
    if (document.activeElement !== search) search.value = state.q;
    for (const [name, box] of selects) if (!["flip-a", "flip-b", "way"].includes(name)) valueInto(box, ...(state.filters.get(name) || [""]));
    if (selects.has("way")) {
      const sides = (state.flip && flipOf(state.flip, filter.isModel)) || ["", ""];
      valueInto(selects.get("flip-a"), state.flip ? sides[0] : selects.get("flip-a").value);
      valueInto(selects.get("flip-b"), state.flip ? sides[1] : selects.get("flip-b").value);
      selects.get("way").value = ["first", "second"].includes(state.way) ? state.way : "";
    }
    const chip = (text, remove) => element("button", { type: "button", class: "chip", onclick: remove, ariaLabel: `Remove the filter ${text}` }, element("bdi", {}, text), " ×");
    const all = [...state.filters].map(([name, values]) => chip(`${worded(name)}: ${visible(values.join(" or "))}`, () => setFilter(name, "")));
    if (state.q) all.push(chip(`“${visible(state.q)}”`, () => { search.value = ""; change({ q: "" }); }));
    if (state.flip) all.push(chip(`Flips: ${visible(state.flip)}`, () => { for (const name of ["flip-a", "flip-b", "way"]) if (selects.has(name)) selects.get(name).value = ""; change({ flip: "", way: "" }); }));
    if (all.length > 1) all.push(element("button", { type: "button", class: "chip", onclick: () => { search.value = ""; change({ filters: new Map(), q: "", flip: "", way: "" }); } }, "Clear all"));
    chips.replaceChildren(...all);
  }

  async function refresh() {
    turn += 1;
    const mine = turn;
    intoForm();
    explorer.setAttribute("aria-busy", "true");
    const tell = (done, of) => { if (mine === turn) status.textContent = `Reading for the search: ${Math.round((100 * done) / of)}% …`; };
    const result = await filter.matching(state, tell);
    const wanted = state.id ? await data.itemOf(state.id) : -1;
    if (mine !== turn) return;
    explorer.removeAttribute("aria-busy");
    if (!result) { status.textContent = `The file ${about.folder}/shape.js is not beside the page, or damaged.`; return; }
    found = result;
    const all = count(data.count, "question", "questions");
    status.textContent = result.items.length === data.count && !result.some ? all : `${result.items.length.toLocaleString("en")} of ${all}, ${count(result.matched, "reply matches", "replies match")}`;
    list.set(result.items, wanted);
    if (wanted >= 0 && (list.position() >= 0 || open < 0)) { choose(wanted); return; }
    open = -1;
    if (state.id) { state = { ...state, id: "" }; writeState(state, false); }
    explorer.classList.remove("open");
    if (!result.items.length) itemMount.replaceChildren(element("p", { class: "soft none" }, "No question is like that."));
    else if (!narrow.matches) choose(result.items[0], { told: false }); // the first, which the address does not tell of
    else itemMount.replaceChildren();
  }
  function restore() {
    const next = readState();
    if (hashOf(next) === hashOf(state)) return;
    state = next;
    refresh();
  }
  addEventListener("popstate", restore);
  addEventListener("hashchange", restore);
  addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName || "");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); search.focus(); search.select(); }
    else if (event.key === "Escape" && document.activeElement === search) listMount.focus();
    else if (event.key === "Escape" && itemMount.contains(document.activeElement)) { if (narrow.matches) close(); else listMount.focus(); }
  });

  async function start() {
    build();
    intoForm();
    const first = FIRST.filter((name) => filter.columnOf.get(name)?.of === "item");
    const [own, ...rows] = await Promise.all([data.shaped(), filter.verdicts(), ...first.map((name) => data.column(filter.columnOf.get(name).number))]);
    shape = own;
    [verdicts] = rows;
    first.forEach((name, place) => { if (rows[place + 1]) codes.set(name, rows[place + 1]); });
    await refresh();
    explorer.dataset.ready = "true";
  }
  start();
})();
