// Which items are shown: those whose own facets hold, and that have a reply for which all that is asked of replies holds.
"use strict";

function itemsFilter(about, data) {
  const { columns, conditions, headline } = about;
  const columnOf = new Map(columns.map((column, number) => [column.name, { ...column, number }]));
  const sameText = (a, b) => a === b || (a !== "" && Number(a) === Number(b));
  const codesOf = (values, wanted) => new Set(values.flatMap((value, code) => (wanted.some((each) => sameText(each, value)) ? [code] : [])));
  const conditionsOf = (names) => new Set(conditions.flatMap(({ label, model }, code) => (names.includes(label) || names.includes(model) ? [code] : [])));
  const isModel = (name) => conditionsOf([name]).size > 0;

  // The tests that filters come to: { of, codes (of each row), wanted }. A filter of no column keeps nothing.
  async function testsOf({ filters }, shape) {
    const tests = [];
    for (const [name, values] of filters) {
      if (name === "model") { tests.push({ of: "reply", codes: shape.conditions, wanted: conditionsOf(values) }); continue; }
      const column = columnOf.get(name);
      const codes = column && await data.column(column.number);
      tests.push({ of: column?.of === "item" ? "item" : "reply", codes: codes || [], wanted: column ? codesOf(column.values, values) : new Set() });
    }
    return tests;
  }

  async function verdicts() {
    const column = columnOf.get(headline);
    return column ? data.column(column.number) : null;
  }

  // Items that one model got better than another: "first", "second", or either way.
  async function flipped({ flip, way }, shape) {
    const sides = flipOf(flip, isModel);
    const codes = await verdicts();
    const kept = new Uint8Array(data.count);
    if (!sides || !codes) return kept;
    const [ours, theirs] = sides.map((name) => conditionsOf([name]));
    for (let item = 0; item < data.count; item += 1) {
      const means = [ours, theirs].map((side) => {
        let [sum, number] = [0, 0];
        for (let reply = shape.first[item]; reply < shape.first[item + 1]; reply += 1) {
          if (!side.has(shape.conditions[reply]) || codes[reply] === 3) continue;
          sum += codes[reply] === 1 ? 1 : 0;
          number += 1;
        }
        return number ? sum / number : NaN;
      });
      const difference = means[0] - means[1];
      kept[item] = way === "first" ? difference > 0 : way === "second" ? difference < 0 : Math.abs(difference) > 0;
    }
    return kept;
  }

  // Texts of all items, read once, the first time that something is looked for.
  const texts = new Array(data.count).fill(null);
  let read = 0;
  let reading = null;
  function readAll() {
    reading = reading || (async () => {
      for (let number = 0; number < data.chunks; number += 1) {
        const found = await data.texts(number);
        (found || []).forEach((text, place) => { texts[data.startOf(number) + place] = text; });
        read = number + 1;
      }
    })();
    return reading;
  }
  async function searched(words, tell) {
    const telling = setInterval(() => tell(read, data.chunks), 100);
    try { await readAll(); } finally { clearInterval(telling); }
    return Uint8Array.from(texts, (text) => Number(text !== null && words.every((word) => text.includes(word))));
  }

  // { items (those kept, in order), replies (1 where all that is asked of replies holds), matched (how many) }.
  // `tell` hears of the progress of a search.
  async function matching(state, tell) {
    const shape = await data.shaped();
    if (!shape) return null;
    const tests = await testsOf(state, shape);
    const ofItems = tests.filter((test) => test.of === "item");
    const ofReplies = tests.filter((test) => test.of === "reply");
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const masks = [];
    if (state.flip) masks.push(await flipped(state, shape));
    if (words.length) masks.push(await searched(words, tell));
    const replies = new Uint8Array(shape.items.length);
    const items = [];
    let matched = 0;
    for (let item = 0; item < data.count; item += 1) {
      if (masks.some((mask) => !mask[item]) || ofItems.some(({ codes, wanted }) => !wanted.has(codes[item]))) continue;
      let found = 0;
      for (let reply = shape.first[item]; reply < shape.first[item + 1]; reply += 1) {
        if (ofReplies.some(({ codes, wanted }) => !wanted.has(codes[reply]))) continue;
        replies[reply] = 1;
        found += 1;
      }
      matched += found;
      if (found) items.push(item);
    }
    return { items: Int32Array.from(items), replies, matched, some: ofReplies.length > 0 };
  }

  return { matching, verdicts, isModel, columnOf };
}
