"use strict";

(() => {
  const { runs, datasets, kinds, rows, part: PART } = dataOf("answers-data");
  const faulty = dataOf("faulty-pictures");
  const parts = partsOf({ folder: "answers", size: PART });
  const alike = kinds.map(([run, dataset, task, property, outcome, right]) => ({
    run: runs[run], dataset: datasets[dataset].name, columns: datasets[dataset].columns, task, property, outcome, right: right.length ? right : ["none"],
  }));
  const items = rows.map((kind, place) => ({ place, kind: alike[kind] }));

  function pictureOf(picture) {
    if (picture === null || faulty[picture[0]]) return null;
    const embedded = document.getElementById(`picture-${picture[0]}`);
    if (embedded) return `data:image/webp;base64,${embedded.textContent}`;
    return addressOf(`images/${picture[1]}`);
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

  function openedView(row, { columns }) {
    const { question } = row;
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

  function rowView({ place, kind }) {
    const key = element("code", { class: "key" });
    const said = element("code", { class: "said" });
    const details = element(
      "details", { class: "wrong panel" },
      element(
        "summary", {}, element("span", { title: kind.run }, kind.run), element("span", { class: "what" }, `${kind.property} · ${kind.task}`),
        key, said, element("span", { class: "badge" }, kind.outcome),
      ),
    );
    parts.withItem(place, (row, file) => {
      if (!row) {
        details.append(element("p", { class: "notice" }, `The file ${file} is not beside the page, or damaged.`));
        return;
      }
      key.textContent = row.question.answer ?? "";
      said.textContent = (row.error ? row.error : row.reply ?? "").slice(0, 160);
      const open = () => { if (details.open && details.children.length === 1) details.append(openedView(row, kind)); };
      details.addEventListener("toggle", open);
      open();
    });
    return details;
  }

  const texts = textsOf(parts, rows.length, PART, ({ question, reply, error }) => [question.id, question.text, question.answer, reply, error].join("\n"));
  filteredList({
    mount: document.getElementById("wrong"),
    items,
    filters: [
      { label: "Model", values: ({ kind }) => [kind.run] },
      { label: "Dataset", values: ({ kind }) => [kind.dataset] },
      { label: "Task", values: ({ kind }) => [kind.task] },
      { label: "Property", values: ({ kind }) => [kind.property] },
      { label: "Outcome", values: ({ kind }) => [kind.outcome] },
      { label: "Right under", values: ({ kind }) => kind.right },
    ],
    ...texts,
    render: rowView,
    nouns: ["wrong answer", "wrong answers"],
    chunk: 100,
  });
})();
