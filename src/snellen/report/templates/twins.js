"use strict";

(() => {
  const { models, items, charts } = dataOf("twins-data");

  function pictureOf({ chart }) {
    const { file, width, height } = charts[chart];
    if (!file) return element("div", { class: "picture broken" }, "This picture is missing from the dataset, or damaged.");
    const image = element("img", { loading: "lazy", decoding: "async", width, height, alt: `The chart ${chart}`, src: file });
    const link = element("a", { class: "picture", href: file, target: "_blank" }, image);
    image.addEventListener("error", () => link.replaceWith(element("div", { class: "picture broken" }, "This picture's file is not beside the page.")));
    return link;
  }

  function kindOf({ kind, chart }) {
    if (kind === null) return element("span", { class: "badge", title: chart }, chart);
    return element("span", { class: `badge ${kind ? "warn" : "good"}`, title: chart }, kind ? "manipulated" : "honest");
  }

  function verdictOf({ right, outcome }) {
    if (outcome !== "answered" && outcome !== "no_key") return element("span", { class: "badge bad" }, outcome);
    if (right === null) return null;
    return element("span", { class: `badge ${right ? "good" : "bad"}` }, right ? "right" : "wrong");
  }

  function replyOf(answer) {
    const text = answer.error ? `error: ${answer.error}` : answer.reply ?? "none";
    if (text === answer.read) return null;
    const details = element("details", {}, element("summary", {}, "Reply"));
    details.addEventListener("toggle", () => { if (details.open && details.children.length === 1) details.append(element("pre", {}, text)); });
    return details;
  }

  function answersOf({ said }) {
    return element("table", { class: "said" }, element("tbody", {}, ...said.map((answer) => element(
      "tr", {}, element("th", { scope: "row" }, models[answer.model]),
      element("td", {}, element("div", { class: "read" }, element("code", {}, answer.read ?? "–"), verdictOf(answer)), replyOf(answer)),
    ))));
  }

  function sideOf(side) {
    return element(
      "div", { class: "side" }, pictureOf(side),
      element(
        "div", { class: "body" },
        element("p", {}, kindOf(side), " key ", element("span", { class: "key" }, side.answer ?? "none")),
        side.text ? element("p", { class: "text" }, side.text) : null, answersOf(side),
      ),
    );
  }

  function render(item) {
    return element(
      "article", { class: "twin panel" },
      element(
        "div", { class: "asked" },
        element("h3", {}, item.property, element("span", { class: "badge" }, item.category), element("span", { class: "badge" }, item.task)),
        element("p", { class: "text" }, item.text),
      ),
      element("div", { class: "sides" }, ...item.sides.map(sideOf)),
    );
  }

  // Models whose verdicts differ between the two: a manipulation's effect is there.
  function verdicts({ said }) {
    const found = new Map();
    for (const { model, right } of said) if (right !== null) found.set(model, (found.get(model) ?? true) && right);
    return found;
  }
  function outcomes({ sides: [first, second] }) {
    const [one, other] = [verdicts(first), verdicts(second)];
    return [...one].filter(([model]) => other.has(model)).map(([model, right]) => {
      const both = right === other.get(model) ? (right ? "right on both" : "wrong on both") : right ? "right on the first alone" : "right on the second alone";
      return models.length > 1 ? `${models[model]}: ${both}` : both;
    });
  }

  filteredList({
    mount: document.getElementById("twins"),
    items,
    filters: [
      { label: "Task", values: (item) => [item.task] },
      { label: "Category", values: (item) => [item.category] },
      { label: "Property", values: (item) => [item.property] },
      { label: "Outcome", values: outcomes },
    ],
    text: (item) => [item.text, ...item.sides.flatMap(({ chart, answer, said }) => [chart, answer, ...said.map(({ reply }) => reply)])].join("\n"),
    render,
    nouns: ["pair of answers", "pairs of answers"],
    chunk: 24,
  });
})();
