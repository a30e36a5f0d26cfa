// The contents of a long list, `size` items to a part. A part is an element of the page, or else a file of `folder`, put
// there by a script element, since a page from a disk may load no other data. Some parts are kept, the rest load anew.
"use strict";

function partsOf({ folder, size, kept = 100 }) {
  const parts = new Map();
  const awaited = new Map();
  globalThis.snellenPart = (number, text) => arrive(number, JSON.parse(text));
  const fileOf = (number) => `${folder}/${number}.js`;

  function arrive(number, items) {
    const uses = awaited.get(number) || [];
    awaited.delete(number);
    if (items) parts.set(number, items);
    if (parts.size > kept) parts.delete(parts.keys().next().value);
    for (const use of uses) use(items);
  }
  // use: (items, or null where the file is missing or damaged) => …
  function withPart(number, use) {
    if (parts.has(number)) return use(parts.get(number));
    if (awaited.has(number)) return awaited.get(number).push(use);
    awaited.set(number, [use]);
    const inside = document.getElementById(`part-${number}`);
    if (inside) return arrive(number, JSON.parse(inside.textContent));
    const script = element("script", { src: fileOf(number) });
    const end = () => { script.remove(); if (awaited.has(number)) arrive(number, null); };
    script.addEventListener("load", end);
    script.addEventListener("error", end);
    return document.head.append(script);
  }
  return {
    withPart,
    // use: (item or null, file) => …
    withItem(place, use) {
      const number = Math.floor(place / size);
      withPart(number, (items) => use(items ? items[place % size] : null, fileOf(number)));
    },
  };
}

// Texts of items that are in parts, for a search by `filteredList`: `prepare` reads them all, once, the first time that
// something is looked for, and `text` has them, null for items whose file is missing. textOf: item => text.
function textsOf(parts, count, size, textOf) {
  const AT_A_TIME = 16;
  const texts = new Array(count).fill(null);
  let reading = null;
  let ready = false;
  let tell = null;
  const read = (number) => new Promise((done) => {
    parts.withPart(number, (items) => {
      (items || []).forEach((item, index) => { texts[number * size + index] = textOf(item); });
      done();
    });
  });
  async function readAll() {
    const total = Math.ceil(count / size);
    for (let first = 0; first < total; first += AT_A_TIME) {
      const numbers = Array.from({ length: Math.min(AT_A_TIME, total - first) }, (_, index) => first + index);
      await Promise.all(numbers.map(read));
      tell(Math.min((first + AT_A_TIME) * size, count), count);
    }
    ready = true;
  }
  return {
    text: ({ place }) => texts[place],
    prepare(progress) {
      tell = progress;
      if (ready) return null;
      reading = reading || readAll();
      return reading;
    },
  };
}
