"use strict";

(() => {
  const cards = dataOf("cards");
  const covers = new Set();
  let shown = false;

  // The one place where a picture is put up: what is drawn over it (annotations) is added here, inside the link.
  function pictureOf(card) {
    if (card.fault === "missing") return element("div", { class: "picture broken" }, "This picture is missing from the dataset.");
    if (card.fault === "no picture") return element("div", { class: "picture broken" }, "This file of the dataset is no picture.");
    const full = `images/${encodeURIComponent(card.file)}`;
    if (card.fault) return element("a", { class: "picture broken", href: full, target: "_blank" }, "This picture is damaged: the file is cut short or no picture.");
    const [width, height] = card.thumbnail;
    return element(
      "a", { class: "picture", href: full, target: "_blank", title: `${card.width} × ${card.height} pixels: open at full size` },
      element("img", { loading: "lazy", decoding: "async", width, height, alt: "", src: `thumbnails/${encodeURIComponent(card.file)}.webp` }),
    );
  }

  function answerOf(question) {
    const key = question.answer === null ? "no key" : question.answer;
    const button = element("button", { class: "answer", type: "button" });
    function show(on) {
      button.classList.toggle("covered", !on);
      button.textContent = on ? key : "Show answer";
      button.setAttribute("aria-pressed", String(on));
    }
    button.addEventListener("click", () => show(button.classList.contains("covered")));
    covers.add({ button, show });
    show(shown);
    return button;
  }

  function questionOf(question) {
    const { task, property, precision, complexity } = question.facets;
    return element(
      "section", { class: "ask" },
      element(
        "h3", {}, property, element("span", { class: "badge" }, task),
        complexity ? element("span", { class: "badge" }, `complexity ${complexity}`) : null,
        precision ? element("span", { class: "badge" }, `to ${precision}`) : null,
      ),
      element("p", { class: "text" }, question.text),
      question.choices ? element("ol", { type: "A" }, ...question.choices.map((choice) => element("li", {}, choice))) : null,
      element(
        "div", { class: "foot" }, answerOf(question),
        element("span", { class: "mono", title: question.margin ? `margin ${question.margin} px` : null }, question.id),
      ),
    );
  }

  const toggle = element("button", {
    type: "button",
    onclick: () => {
      shown = !shown;
      label();
      for (const cover of covers) if (cover.button.isConnected) cover.show(shown); else covers.delete(cover);
    },
  });
  function label() {
    toggle.textContent = shown ? "Hide answers" : "Show answers";
    toggle.setAttribute("aria-pressed", String(shown));
  }
  label();

  filteredList({
    mount: document.getElementById("gallery"),
    items: cards,
    filters: dataOf("filters").map(({ key, label }) => ({
      label,
      values: (card) => card.questions.map((question) => question.facets[key]).filter((value) => value !== undefined),
    })),
    text: (card) => [card.chart, card.source, ...card.questions.flatMap((q) => [q.id, q.text, q.facets.property])].join("\n"),
    render: (card) => element("article", { class: "card panel" }, pictureOf(card), ...card.questions.map(questionOf)),
    nouns: ["chart", "charts"],
    tools: [toggle],
  });
})();
