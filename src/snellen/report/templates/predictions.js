"use strict";

(() => {
  const { runs, charts, rows } = dataOf("predictions-data");

  function pictureOf(row) {
    const chart = charts[row.chart];
    if (!chart.file) return element("div", { class: "picture broken" }, "This picture is missing from the dataset, or damaged.");
    const { width, height } = chart;
    const image = element("img", { loading: "lazy", decoding: "async", width, height, alt: "", src: chart.file });
    const link = element("a", { class: "picture", href: chart.file, target: "_blank" }, image, marksOver(chart, row.marks));
    image.addEventListener("error", () => link.replaceWith(element("div", { class: "picture broken" }, "This picture's file is not beside the page.")));
    return link;
  }

  function reply(row) {
    const details = element("details", {}, element("summary", {}, "Key and reply"));
    details.addEventListener("toggle", () => {
      if (!details.open || details.children.length > 1) return;
      details.append(
        element("pre", {}, charts[row.chart].answer ?? "none"), element("pre", {}, row.error ? `error: ${row.error}` : row.reply ?? "none"),
        element("p", { class: "soft mono" }, charts[row.chart].id),
      );
    });
    return details;
  }

  const tones = { right: "good", partly: "warn", wrong: "bad", invalid: "bad" };
  function render(row) {
    const chart = charts[row.chart];
    return element(
      "article", { class: "card panel" }, pictureOf(row),
      element(
        "div", { class: "body" }, element("h3", {}, runs[row.run]), element("p", {}, row.caption),
        element(
          "div", { class: "line" }, element("span", { class: `badge ${tones[row.found]}` }, row.found),
          ...Object.values(chart.facets).map((value) => element("span", { class: "badge" }, value)),
        ),
        reply(row),
      ),
    );
  }

  const facets = [...new Set(charts.flatMap((chart) => Object.keys(chart.facets)))];
  filteredList({
    mount: document.getElementById("predictions"),
    items: rows,
    filters: [
      { label: "Model", values: (row) => [runs[row.run]] },
      { label: "Found", values: (row) => [row.found] },
      ...facets.map((key) => ({ label: key[0].toUpperCase() + key.slice(1), values: ({ chart }) => (key in charts[chart].facets ? [charts[chart].facets[key]] : []) })),
    ],
    text: (row) => [charts[row.chart].id, row.reply, row.error, row.caption].join("\n"),
    render,
    nouns: ["reply", "replies"],
    chunk: 48,
  });
})();
