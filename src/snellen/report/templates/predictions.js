"use strict";

(() => {
  const { kinds, rows, part: PART, folder } = dataOf("predictions-data");
  const parts = partsOf({ folder: addressOf(folder), size: PART });
  const alike = kinds.map(([run, found, facets]) => ({ run, found, facets }));
  const items = rows.map((kind, place) => ({ place, kind: alike[kind] }));

  function pictureOf(row) {
    if (!row.file) return element("div", { class: "picture broken" }, "This picture is missing from the dataset, or damaged.");
    const { width, height, marks } = row;
    const file = addressOf(row.file);
    const image = element("img", { loading: "lazy", decoding: "async", width, height, alt: "", src: file });
    const link = element("a", { class: "picture", href: file, target: "_blank" }, image, marksOver(row, marks));
    image.addEventListener("error", () => link.replaceWith(element("div", { class: "picture broken" }, "This picture's file is not beside the page.")));
    return link;
  }

  function reply(row) {
    const details = element("details", {}, element("summary", {}, "Key and reply"));
    details.addEventListener("toggle", () => {
      if (!details.open || details.children.length > 1) return;
      details.append(
        element("pre", {}, row.answer ?? "none"), element("pre", {}, row.error ? `error: ${row.error}` : row.reply ?? "none"),
        element("p", { class: "soft mono" }, row.id),
      );
    });
    return details;
  }

  const tones = { right: "good", partly: "warn", wrong: "bad", invalid: "bad" };
  function render({ place, kind }) {
    const card = element("article", { class: "card panel waiting" });
    parts.withItem(place, (row, file) => {
      card.classList.remove("waiting");
      if (!row) {
        card.append(element("div", { class: "picture broken" }, `The file predictions/${file} of this report is missing or damaged.`));
        return;
      }
      card.append(pictureOf(row), element(
        "div", { class: "body" }, element("h3", {}, kind.run), element("p", {}, row.caption),
        element(
          "div", { class: "line" }, element("span", { class: `badge ${tones[kind.found]}` }, kind.found),
          ...Object.values(kind.facets).map((value) => element("span", { class: "badge" }, value)),
        ),
        reply(row),
      ));
    });
    return card;
  }

  const facets = [...new Set(alike.flatMap((kind) => Object.keys(kind.facets)))];
  const texts = textsOf(parts, rows.length, PART, ({ id, reply, error, caption }) => [id, reply, error, caption].join("\n"));
  filteredList({
    mount: document.getElementById("predictions"),
    items,
    filters: [
      { label: "Model", values: ({ kind }) => [kind.run] },
      { label: "Found", values: ({ kind }) => [kind.found] },
      ...facets.map((key) => ({ label: key[0].toUpperCase() + key.slice(1), values: ({ kind }) => (key in kind.facets ? [kind.facets[key]] : []) })),
    ],
    ...texts,
    render,
    nouns: ["reply", "replies"],
    chunk: 48,
  });
})();
