"use strict";

(() => {
  const { runs, datasets, questions, rows } = dataOf("answers-data");
  const files = dataOf("picture-files");

  function pictureOf(number) {
    if (number === null) return null;
    const embedded = document.getElementById(`picture-${number}`);
    if (embedded) return `data:image/webp;base64,${embedded.textContent}`;
    return files.paths[number] || null;
  }

  function pictureView(question, over) {
    const source = pictureOf(question.picture);
    if (!source) {
      const why = question.picture === null ? "The dataset's folder was not found, so its pictures are not shown." : "This picture is missing from the dataset, or damaged.";
      return element("div", { class: "none" }, why);
    }
    const image = element("img", { src: source, alt: `The chart of question ${question.id}` });
    const picture = element("div", { class: "picture" }, image, over ? marksOver(over, over.marks) : null);
    const figure = element("figure", { class: "shown" }, picture, over ? element("figcaption", { class: "soft small" }, over.caption) : null);
    image.addEventListener("error", () => figure.replaceChildren(element("div", { class: "none" }, "This picture is damaged, or its file is not beside the page.")));
    return figure;
  }

  function verdict(name, score) {
    if (score === null) return element("span", { class: "badge" }, `${name}: –`);
    const text = score === 1 ? "right" : score === 0 ? "wrong" : score.toFixed(2);
    return element("span", { class: `badge ${score === 1 ? "good" : score === 0 ? "bad" : "warn"}` }, `${name}: ${text}`);
  }

  function part(title, ...content) {
    return [element("h4", {}, title), ...content];
  }

  function openedView(row) {
    const question = questions[row.question];
    const columns = datasets[question.dataset].columns;
    const about = [
      question.category, question.precision === null ? null : `precision ${question.precision}`,
      question.complexity === null ? null : `complexity ${question.complexity}`,
      question.margin === null ? null : `margin ${question.margin} px`, row.repeat ? `repeat ${row.repeat}` : null, row.settings || null,
    ].filter(Boolean).join(" · ");
    return element(
      "div", { class: "opened" }, pictureView(question, row.over),
      element(
        "div", {},
        ...part("Question", element("p", { class: "text" }, question.text ?? "The dataset's folder was not found, so the question's text is not shown.")),
        question.choices ? element("ol", { type: "A" }, ...question.choices.map((choice) => element("li", {}, choice))) : null,
        element(
          "div", { class: "pair" },
          element("div", {}, ...part("Key", element("pre", { class: "key" }, question.answer ?? "none"))),
          element("div", {}, ...part("Read as", element("pre", { class: "said" }, row.parsed ?? "nothing"))),
        ),
        ...part("Reply", element("pre", {}, row.error ? `error: ${row.error}` : row.reply ?? "none")),
        row.cut ? element("p", { class: "soft small" }, `${row.cut} characters in the middle are left out; results.parquet has them all.`) : null,
        ...part("Scores", element("div", { class: "verdicts" }, ...columns.map((name, place) => verdict(name, row.scores[place])))),
        element("p", { class: "soft small" }, about),
        element("p", { class: "soft mono" }, question.id),
      ),
    );
  }

  function rowView(row) {
    const question = questions[row.question];
    const details = element(
      "details", { class: "wrong panel" },
      element(
        "summary", {}, element("span", { title: runs[row.run] }, runs[row.run]),
        element("span", { class: "what" }, `${question.property} · ${question.task}`),
        element("code", { class: "key" }, question.answer ?? ""),
        element("code", { class: "said" }, (row.error ? row.error : row.reply ?? "").slice(0, 160)),
        element("span", { class: "badge" }, row.outcome),
      ),
    );
    details.addEventListener("toggle", () => { if (details.open && details.children.length === 1) details.append(openedView(row)); });
    return details;
  }

  function rightUnder(row) {
    const columns = datasets[questions[row.question].dataset].columns;
    const right = columns.filter((name, place) => row.scores[place] === 1);
    return right.length ? right : ["none"];
  }

  const of = (row) => questions[row.question];
  filteredList({
    mount: document.getElementById("wrong"),
    items: rows,
    filters: [
      { label: "Model", values: (row) => [runs[row.run]] },
      { label: "Dataset", values: (row) => [datasets[of(row).dataset].name] },
      { label: "Task", values: (row) => [of(row).task] },
      { label: "Property", values: (row) => [of(row).property] },
      { label: "Outcome", values: (row) => [row.outcome] },
      { label: "Right under", values: rightUnder },
    ],
    text: (row) => [of(row).id, of(row).text, of(row).answer, row.reply, row.error].join("\n"),
    render: rowView,
    nouns: ["wrong answer", "wrong answers"],
    chunk: 100,
  });
})();
