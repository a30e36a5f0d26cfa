// One item: picture, question, key, and the replies side by side. Whatever a dataset or a model wrote is set as text, and
// characters that would act on the text around them, or that nobody sees, are named instead.
"use strict";

const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\p{Cs}]/gu;

function visible(text) {
  return String(text).replace(UNSEEN, (one) => `⟨U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

function worded(name) {
  const words = { kind: "Error kind", n_examples: "Examples", n_true: "How many there are", n_noise: "Points of noise" }[name] || name.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}

function itemsView({ mount, about, data }) {
  const { conditions, scorers, notes, headline } = about;
  const layers = { annotations: null, marks: true, seen: true }; // null: shown where no reply's marks are
  let chosen = null; // the condition whose reply is drawn

  const plain = (tag, properties, text) => element(tag, properties, visible(text));
  const titled = (title, ...content) => element("section", {}, element("h3", {}, title), ...content);

  function verdict(score) {
    if (score === undefined || score === null) return element("span", { class: "badge" }, "not scored");
    const [text, tone] = score >= 1 ? ["right", "good"] : score > 0 ? [`${(100 * score).toFixed(0)}%`, "warn"] : ["wrong", "bad"];
    return element("span", { class: `badge ${tone}` }, text);
  }
  const scoreOf = (reply, name) => reply.scores.find(([place]) => scorers[place] === name)?.[1];

  function picture(item) {
    const { chart } = item;
    if (!chart) return element("div", { class: "none panel" }, "The dataset is not there, so its pictures are not shown.");
    if (!chart.file) return element("div", { class: "none panel" }, "This picture is missing from the dataset, or damaged.");
    const address = addressOf(`../${chart.file}`);
    const image = element("img", { src: address, alt: `The chart of question ${visible(item.id)}`, width: chart.width, height: chart.height, decoding: "async" });
    const frame = element("div", { class: "picture" }, image);
    const drawn = element("p", { class: "soft small caption" });
    const tools = element("div", { class: "tools", role: "group", ariaLabel: "Drawn over the picture" });
    const figure = element("figure", { class: "panel" }, tools, frame, drawn);
    image.addEventListener("error", () => frame.replaceChildren(element("div", { class: "none" }, "This picture's file is not beside the page, or damaged.")));
    const shown = item.replies.map((reply, place) => ({ reply, place, seen: item.reasoned[place]?.drawn })).filter(({ reply, seen }) => reply.over || seen);

    function draw() {
      for (const old of [...frame.querySelectorAll("svg")]) old.remove();
      const one = shown.find(({ place }) => item.conditions[place] === chosen) || shown[0];
      const marks = one?.reply.over;
      const on = { ...layers, annotations: layers.annotations ?? !marks };
      if (chart.over && on.annotations) frame.append(annotationsOver(chart));
      if (one?.seen && on.seen) frame.append(seenOver(chart, one.seen));
      if (marks && on.marks) frame.append(marksOver(chart, marks.marks));
      drawn.textContent = marks && on.marks ? `${visible(conditions[item.conditions[one.place]].label)}: ${visible(marks.caption)}` : "";
      const toggles = [["annotations", "Annotations", chart.over], ["marks", "Reply", marks], ["seen", "What it saw", one?.seen]];
      const buttons = toggles.filter(([, , there]) => there).map(([name, label]) => element("button", {
        type: "button", ariaPressed: String(Boolean(on[name])), onclick: () => { layers[name] = !on[name]; draw(); tools.querySelector(`[data-layer="${name}"]`)?.focus(); }, "data-layer": name,
      }, label));
      const select = element("select", { ariaLabel: "Whose reply is drawn", onchange: (event) => { chosen = Number(event.target.value); draw(); tools.querySelector("select").focus(); } });
      for (const { place } of shown) select.append(element("option", { value: item.conditions[place], selected: one.place === place }, visible(conditions[item.conditions[place]].label)));
      tools.replaceChildren(...buttons, ...(shown.length > 1 ? [select] : []), element("a", { class: "small", href: address, target: "_blank", rel: "noopener" }, "Full size"));
    }
    draw();
    return figure;
  }

  function cutNote(reply, pre) {
    if (!reply.cut) return null;
    const [characters, number] = reply.cut;
    const note = element("p", { class: "soft small" }, `${characters.toLocaleString("en")} characters in the middle are left out. `);
    note.append(element("button", {
      type: "button", onclick: async (event) => {
        event.target.disabled = true;
        const whole = await data.long(number);
        pre.textContent = whole === null ? "The file of this reply is not beside the page." : visible(whole);
        note.remove();
        pre.focus();
      },
    }, "Show all"));
    return note;
  }

  function thinking(reasoned) {
    if (!reasoned || !reasoned.text) return null;
    const cut = reasoned.cut ? `${visible(reasoned.text)}\n[… ${reasoned.cut.toLocaleString("en")} more characters in reasoning.jsonl]` : visible(reasoned.text);
    return element("details", {}, element("summary", {}, reasoned.drawn ? "What it saw, beside what is drawn" : "Reasoning"), element("pre", {}, cut));
  }

  function whereLogged(reply, id) {
    if (!reply.log) return null;
    const [number, epoch] = reply.log;
    const path = about.logs[number];
    const command = `inspect view --log-dir ${shellWord(path.slice(0, path.lastIndexOf("/")) || ".")}`;
    return element(
      "details", {}, element("summary", {}, "Inspect log"),
      element("p", { class: "small" }, element("a", { href: addressOf(path) }, visible(path.slice(path.lastIndexOf("/") + 1))), `, sample ${visible(id)}, epoch ${epoch}. To look at it, from the folder of this page:`),
      plain("pre", {}, command),
    );
  }

  function card(item, place, matches) {
    const reply = item.replies[place];
    const { label, strategy, examples, settings } = conditions[item.conditions[place]];
    const said = reply.error && reply.reply === undefined ? `error: ${reply.error}` : reply.reply ?? "none";
    const pre = plain("pre", { class: "said", tabindex: 0 }, said);
    const asked = [strategy, examples ? `${examples} example${examples === 1 ? "" : "s"} before it` : null, reply.repeat ? `repeat ${reply.repeat}` : null];
    const [input, output] = reply.tokens || [null, null];
    const facts = [
      reply.stop ? `stopped: ${reply.stop}` : null, input === null ? null : `${input.toLocaleString("en")} tokens in`, output === null ? null : `${output.toLocaleString("en")} out`,
      reply.cost === undefined ? null : `$${reply.cost}`, reply.seconds === undefined ? null : `${reply.seconds} s`,
    ];
    const main = about.columns.filter((column) => column.of === "score").map((column) => column.name);
    const others = reply.scores.filter(([number]) => !main.includes(scorers[number]));
    return element(
      "section", { class: `reply panel${matches ? " matches" : ""}`, ariaLabel: `Reply of ${visible(label)}` },
      element("h3", {}, element("bdi", {}, visible(label)), " ", verdict(scoreOf(reply, headline))),
      plain("p", { class: "soft small", title: settings }, asked.filter(Boolean).join(", ")),
      element("dl", { class: "read" }, element("dt", {}, "Read as"), plain("dd", { class: "mono" }, reply.parsed ?? "nothing")),
      pre, cutNote(reply, pre),
      reply.error && reply.reply !== undefined ? plain("p", { class: "bad small" }, `error: ${reply.error}`) : null,
      element("p", { class: "verdicts" }, ...main.map((name) => element("span", { class: "protocol small" }, `${name} `, verdict(scoreOf(reply, name))))),
      reply.over ? plain("p", { class: "small" }, reply.over.caption) : null,
      ...(reply.notes || []).map(([number, text]) => element("p", { class: "soft small" }, `${worded(notes[number])}: `, element("bdi", {}, visible(text)))),
      plain("p", { class: "soft small" }, facts.filter(Boolean).join(" · ")),
      others.length ? element("details", {}, element("summary", {}, `${others.length} more measures`), element("dl", { class: "measures" }, ...others.flatMap(([number, score]) => [element("dt", {}, scorers[number]), element("dd", {}, String(score))]))) : null,
      thinking(item.reasoned[place]), whereLogged(reply, item.id),
    );
  }

  // facts: [[name, value], …] of the item. head: what stands above it. matched: place of a reply => whether it is one looked for.
  return function show(item, { head, facts, matched }) {
    const { chart } = item;
    const known = [...facts, ["margin", item.margin === undefined ? null : `${item.margin} px`], ["picture", chart ? `${chart.width} × ${chart.height} px` : null]];
    mount.replaceChildren(
      head,
      element(
        "div", { class: "asked" }, picture(item),
        element(
          "div", { class: "about" },
          titled("Question", plain("p", { class: "text" }, item.text ?? "The dataset is not there, so the question's text is not shown."), item.choices ? element("ol", { type: "A" }, ...item.choices.map((choice) => plain("li", {}, choice))) : null),
          titled("Key", plain("pre", { class: "key" }, item.key ?? "none")),
          element("dl", { class: "facts small" }, ...known.filter(([, value]) => value).flatMap(([name, value]) => [element("dt", {}, worded(name)), plain("dd", {}, value)])),
        ),
      ),
      element("h2", {}, item.replies.length === 1 ? "Reply" : `${item.replies.length} replies`),
      element("div", { class: "replies" }, ...item.replies.map((_, place) => card(item, place, matched(place)))),
    );
  };
}

// A path as a shell takes it, in quotes where it needs them.
function shellWord(path) {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
