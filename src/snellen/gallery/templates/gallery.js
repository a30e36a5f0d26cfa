"use strict";

(() => {
  const mount = document.getElementById("gallery");
  const [kinds, asks, texts] = ["kinds", "asks", "texts"].map(dataOf);
  const { part: PART, layers } = dataOf("settings");
  const cards = cardsOf(dataOf("cards"));
  const covers = new Set();
  let shown = false;

  // What cards share they share here too: two charts that are asked alike have one `set`.
  function cardsOf(lines) {
    const sets = new Map();
    return lines.map(([chart, kind, numbers, source, ids], place) => {
      const key = numbers.join();
      if (!sets.has(key)) sets.set(key, setOf(numbers));
      return { place, chart, source, ids, facets: kinds[kind], set: sets.get(key) };
    });
  }
  function setOf(numbers) {
    const values = new Map();
    for (const number of numbers) {
      for (const [key, value] of Object.entries(asks[number][1].facets)) values.set(key, [...(values.get(key) || []), value]);
    }
    return { numbers, values };
  }

  const parts = partsOf({ folder: "cards", size: PART });

  function pictureOf(card, body) {
    const own = ownPicture(body);
    if (!body.twin) return own;
    const { twin } = body;
    return element(
      "div", { class: "twins" },
      element("figure", {}, own, captionOf(card.facets.manipulated, card.chart)),
      element("figure", {}, twinPicture(twin), captionOf(twin.manipulated, twin.chart)),
    );
  }
  function captionOf(manipulated, chart) {
    const kinds = { yes: ["warn", "manipulated"], no: ["good", "honest"] };
    const [tone, text] = kinds[manipulated] || ["", chart];
    return element("figcaption", {}, element("span", { class: `badge ${tone}`, title: chart }, text));
  }
  function twinPicture({ file, width, height }) {
    const image = element("img", { loading: "lazy", decoding: "async", width, height, alt: "", src: `thumbnails/${encodeURIComponent(file)}.webp` });
    const link = element("a", { class: "picture", href: `images/${encodeURIComponent(file)}`, target: "_blank", title: `${width} × ${height} pixels: open at full size` }, image);
    image.addEventListener("error", () => link.replaceWith(element("div", { class: "picture broken" }, "The twin's picture is missing or damaged.")));
    return link;
  }
  function ownPicture(body) {
    if (body.fault === "missing") return element("div", { class: "picture broken" }, "This picture is missing from the dataset.");
    if (body.fault === "no picture") return element("div", { class: "picture broken" }, "This file of the dataset is no picture.");
    const full = `images/${encodeURIComponent(body.file)}`;
    if (body.fault) return element("a", { class: "picture broken", href: full, target: "_blank" }, "This picture is damaged: the file is cut short or no picture.");
    const [width, height] = body.thumbnail;
    return element(
      "a", { class: "picture", href: full, target: "_blank", title: `${body.width} × ${body.height} pixels: open at full size` },
      element("img", { loading: "lazy", decoding: "async", width, height, alt: "", src: `thumbnails/${encodeURIComponent(body.file)}.webp` }),
      overlayOf(body),
    );
  }

  function answerOf(question) {
    const key = question.answer === null ? "no key" : question.answer;
    const button = element("button", { class: "answer", type: "button" });
    function show(on) {
      button.classList.toggle("covered", !on);
      button.replaceChildren(...(on ? piecesOf(key) : ["Show answer"]));
      button.setAttribute("aria-pressed", String(on));
    }
    button.addEventListener("click", () => show(button.classList.contains("covered")));
    covers.add({ button, show });
    show(shown);
    return button;
  }
  // A long list of boxes or points is broken between them.
  function piecesOf(key) {
    return key.split(/(\[{1,2}[^[\]]{1,40}\]{1,2}[},]?)/).map((piece, index) => (index % 2 ? element("span", { class: "tuple" }, piece) : piece));
  }

  function questionsOf(card, body) {
    let others = 0;
    return card.set.numbers.map((number, index) => {
      const [text, { facets, choices, tail }] = asks[number];
      return {
        facets, choices, text: texts[text], answer: body.answers[index], margin: body.margins ? body.margins[index] : null,
        id: tail === null ? card.ids[others++] : card.chart + tail,
      };
    });
  }
  function badges({ complexity, precision }) {
    return [
      complexity ? element("span", { class: "badge" }, `complexity ${complexity}`) : null,
      precision ? element("span", { class: "badge" }, `to ${precision}`) : null,
    ];
  }
  function choicesOf({ choices }) {
    return choices ? element("ol", { type: "A" }, ...choices.map((choice) => element("li", {}, choice))) : null;
  }
  function idOf({ id, margin }) {
    return element("span", { class: "mono", title: margin ? `margin ${margin} px` : null }, id);
  }

  function questionOf(question) {
    const { task, property } = question.facets;
    return element(
      "section", { class: "ask" },
      element("h3", {}, property, element("span", { class: "badge" }, task), ...badges(question.facets)),
      element("p", { class: "text" }, question.text),
      choicesOf(question),
      element("div", { class: "foot" }, answerOf(question), idOf(question)),
    );
  }

  // Several questions make a table of tasks and keys; their texts, alike on many cards, and their ids, which may tell
  // the answers, are a click away.
  function tableOf(questions) {
    const details = element("details", {}, element("summary", {}, `${questions.length} questions in full`));
    details.addEventListener("toggle", () => {
      if (!details.open || details.children.length > 1) return;
      for (const question of questions) {
        details.append(element("p", { class: "text" }, question.text), ...[choicesOf(question), idOf(question)].filter(Boolean));
      }
    });
    return element(
      "section", { class: "ask" },
      element("table", { class: "asks" }, element("tbody", {}, ...questions.map((question) => element(
        "tr", {}, element("th", { scope: "row" }, question.facets.task, ...badges(question.facets)), element("td", {}, answerOf(question)),
      )))),
      details,
    );
  }

  // Twins are asked one thing of two pictures: that stands in full.
  function sharedOf([{ text, facets: { category, property } }]) {
    return element(
      "section", { class: "ask" },
      element("h3", {}, property, element("span", { class: "badge" }, category)), element("p", { class: "text" }, text),
    );
  }

  function headOf({ facets: { generator, design, scale, manipulated } }, { twin }) {
    const alone = !twin && { yes: "manipulated", no: "honest" }[manipulated];
    const named = [design, scale && `scale ${scale}`, generator, alone].filter(Boolean);
    return named.length ? element("p", { class: "kind" }, ...named.map((name) => element("span", { class: "badge" }, name))) : null;
  }

  function render(card) {
    const article = element("article", { class: "card panel waiting" });
    parts.withItem(card.place, (body, file) => {
      article.classList.remove("waiting");
      if (body && body.twin) article.classList.add("wide");
      if (!body) {
        article.append(element("div", { class: "picture broken" }, `The file ${file} of this gallery is missing or damaged.`));
        return;
      }
      const questions = questionsOf(card, body);
      article.append(...[
        pictureOf(card, body), headOf(card, body), foundOf(body), body.twin && questions.length > 1 ? sharedOf(questions) : null, ...(questions.length > 1 ? [tableOf(questions)] : questions.map(questionOf)),
      ].filter(Boolean));
    });
    return article;
  }

  const toggles = layerToggles(mount, layers);
  const toggle = element("button", {
    type: "button",
    onclick: () => {
      shown = !shown;
      label();
      if (shown) toggles.on(); else toggles.off();
      for (const cover of covers) if (cover.button.isConnected) cover.show(shown); else covers.delete(cover);
    },
  });
  function label() {
    toggle.textContent = shown ? "Hide answers" : "Show answers";
    toggle.setAttribute("aria-pressed", String(shown));
    mount.classList.toggle("answers", shown);
  }
  label();

  // A word is looked for in each text once, however many cards are asked it.
  const sought = new Map();
  function asksWith(word) {
    if (!sought.has(word)) {
      const inText = texts.map((text) => text.toLowerCase().includes(word));
      sought.set(word, asks.map(([text, { facets }]) => inText[text] || facets.property.toLowerCase().includes(word)));
    }
    return sought.get(word);
  }
  function holds({ chart, source, ids, set }, word) {
    const found = asksWith(word);
    return (
      set.numbers.some((number) => found[number] || (asks[number][1].tail && (chart + asks[number][1].tail).toLowerCase().includes(word))) ||
      [chart, source || "", ...(ids || [])].some((id) => id.toLowerCase().includes(word))
    );
  }

  filteredList({
    mount,
    items: cards,
    filters: dataOf("filters").map(({ key, label }) => ({
      label,
      values: ({ facets, set }) => (key in facets ? [facets[key]] : set.values.get(key) || []),
    })),
    holds,
    render,
    nouns: ["chart", "charts"],
    tools: [toggle, toggles.bar].filter(Boolean),
  });
})();
