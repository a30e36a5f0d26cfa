// The data of the page, in files of its folder: each is put there by a script element, since a page from a disk may load
// no other data, and hands over JSON text. Columns are kept; of chunks of texts and replies some are, the rest load anew.
"use strict";

function itemsData(about, kept = 60) {
  const { folder, starts, questions: count } = about;
  const lasting = new Map();
  const chunks = new Map();
  const awaited = new Map();
  globalThis.snellenData = (name, text) => arrive(name, JSON.parse(text));

  function arrive(name, value) {
    const done = awaited.get(name);
    awaited.delete(name);
    if (done) done(value);
  }
  // A promise of the value, null where its file is missing or damaged.
  function load(name, into = lasting) {
    const there = into.get(name);
    if (there) {
      if (into === chunks) { into.delete(name); into.set(name, there); } // the last that was used goes last
      return there;
    }
    const promise = new Promise((done) => {
      awaited.set(name, done);
      const script = element("script", { src: `${addressOf(folder)}/${name}.js` });
      const end = () => { script.remove(); arrive(name, null); };
      script.addEventListener("load", end);
      script.addEventListener("error", end);
      document.head.append(script);
    });
    into.set(name, promise);
    if (into === chunks && into.size > kept) into.delete(into.keys().next().value);
    return promise;
  }
  function chunkOf(item) {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= item) low = middle; else high = middle - 1;
    }
    return low;
  }
  const column = (number) => load(`column-${number}`);

  // shape: for each item the place of its first reply (and one place more), for each reply its item and its condition.
  let shape = null;
  function shaped() {
    shape = shape || load("shape").then((value) => {
      if (!value) return null;
      const first = new Int32Array(count + 1);
      for (let item = 0; item < count; item += 1) first[item + 1] = first[item] + (typeof value.counts === "number" ? value.counts : value.counts[item]);
      const items = new Int32Array(first[count]);
      for (let item = 0; item < count; item += 1) items.fill(item, first[item], first[item + 1]);
      return { first, items, conditions: value.conditions };
    });
    return shape;
  }
  function questionIn(chunk, place) {
    const { text, chart, ...rest } = chunk.items[place];
    return { ...rest, text: text === undefined ? null : chunk.texts[text], chart: chart === undefined ? null : chunk.charts[chart] };
  }
  return {
    column, shaped, chunkOf, count,
    chunks: starts.length,
    startOf: (number) => starts[number],
    // The item of a question's id, -1 where there is none.
    itemOf: async (id) => ((await load("ids")) || []).indexOf(id),
    long: (number) => load(`long-${number}`, chunks),
    // The question alone, which is what the list shows of it.
    async question(item) {
      const number = chunkOf(item);
      const chunk = await load(`questions-${number}`, chunks);
      return chunk && questionIn(chunk, item - starts[number]);
    },
    // A question with its replies and what was reasoned before them; null where a file is missing.
    async item(item) {
      const number = chunkOf(item);
      const seen = about.seen.includes(number) ? load(`seen-${number}`, chunks) : {};
      const [asked, said, reasoned] = await Promise.all([load(`questions-${number}`, chunks), load(`replies-${number}`, chunks), seen]);
      if (!asked || !said) return null;
      const place = item - starts[number];
      return { ...questionIn(asked, place), replies: said[place], reasoned: (reasoned || {})[place] || {} };
    },
    // Texts of a chunk's items for a search, in lower case; null where a file is missing. Nothing else of it is kept.
    async texts(number) {
      const [asked, said] = await Promise.all([load(`questions-${number}`, chunks), load(`replies-${number}`, chunks)]);
      if (!asked || !said) return null;
      return asked.items.map((_, place) => {
        const { id, text, key, choices } = questionIn(asked, place);
        const replies = said[place].flatMap((each) => [each.reply, each.parsed, each.error]);
        return [id, text, key, ...(choices || []), ...replies].filter(Boolean).join("\n").toLowerCase();
      });
    },
  };
}
