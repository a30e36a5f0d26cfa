// "Decide": the model that takes least of those within some points of the best, as `snellen recommend` chooses it.
"use strict";

(() => {
  const datasets = JSON.parse(document.getElementById("decide-data").textContent);
  const WORDS = { cost: "cost", tokens: "number of tokens", time: "time" };
  const TOLERANCE = 1e-9;

  function amountText(by, value) {
    if (value === null) return "not known";
    if (by === "cost") return `$${Number(value.toPrecision(2))}`;
    return by === "tokens" ? `${Math.round(value).toLocaleString("en")} tokens` : `${Number(value.toPrecision(2))} s`;
  }
  const points = (value) => (value === null ? "–" : value.toFixed(1).replace("-", "−"));

  // The candidates with where each stands, and the one to choose or null.
  function decided(candidates, { within, by, surely }) {
    const best = candidates.find((each) => each.best);
    const placed = candidates.map((each) => {
      const near = each.best || each.behind <= within + TOLERANCE;
      const sure = each.best || (near && each.behind_high !== null && each.behind_high <= within + TOLERANCE);
      return { ...each, near: surely ? sure : near, sure };
    });
    if (best.floor) return { best, placed, chosen: best };
    const known = placed.filter((each) => each.near && !each.floor && each[by] !== null).sort((a, b) => a[by] - b[by]);
    return { best, placed, chosen: known[0] ?? null };
  }

  function reasonOf({ best, chosen }, { within, by, surely }) {
    const margin = `${within} point${within === 1 ? "" : "s"}`;
    if (best.floor) return `${best.label} sees no picture and no model scores higher (${best.score.toFixed(1)}%): these results give no reason to pay for a model.`;
    if (!chosen) return `The ${WORDS[by]} of a question is not known for any within ${margin} of ${best.label}; choose by something else.`;
    if (chosen.label === best.label) return `${chosen.label} scores highest (${chosen.score.toFixed(1)}%), and no other ${surely ? "surely " : ""}within ${margin} is known to take less: ${amountText(by, chosen[by])} a question.`;
    const sure = chosen.sure ? "its interval is within the margin too" : chosen.behind_high === null ? "too few groups of questions are shared for an interval" : `its interval reaches ${points(chosen.behind_high)} points behind: more questions would make sure`;
    return `${chosen.label} takes least within ${margin} of ${best.label}: ${amountText(by, chosen[by])} a question, ${points(chosen.behind)} points behind on ${chosen.shared} shared questions; ${sure}.`;
  }

  function cell(tag, text, attributes = {}) {
    const node = document.createElement(tag);
    node.textContent = text;
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  }

  for (const box of document.querySelectorAll("[data-decide]")) {
    const told = datasets.find(({ slug }) => slug === box.dataset.decide);
    const form = box.querySelector("form");
    if (!told || !told.parts.length) continue;
    const [part, within, by, surely] = ["part", "within", "by", "surely"].map((name) => form.elements[name]);
    const body = box.querySelector("tbody");
    form.hidden = false;
    box.querySelector(".decided").hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());

    function show() {
      const wanted = { within: Math.max(0, Number(within.value) || 0), by: by.value, surely: surely.checked };
      const found = decided(told.parts[Number(part.value)].candidates, wanted);
      box.querySelector(".verdict").textContent = reasonOf(found, wanted);
      box.querySelector(".notes")?.remove();
      const last = (each) => (each[wanted.by] === null ? Infinity : each[wanted.by]);
      const rank = (each) => (found.chosen && each.label === found.chosen.label ? 0 : each.near && !each.floor ? 1 : 2);
      const order = [...found.placed].sort((a, b) => rank(a) - rank(b) || (rank(a) === 1 ? last(a) - last(b) : b.score - a.score));
      box.querySelector("[data-amount]").textContent = `${WORDS[wanted.by]} a question`;
      body.replaceChildren(...order.map((each) => {
        const row = document.createElement("tr");
        const chosen = found.chosen && each.label === found.chosen.label;
        if (chosen) row.className = "chosen";
        else if (each.floor) row.className = "floor";
        const name = cell("th", each.label, { scope: "row" });
        if (chosen) name.append(" ", cell("span", "choose", { class: "badge good" }));
        if (each.floor) name.append(" ", cell("span", "floor", { class: "badge warn" }));
        const score = cell("td", `${points(each.score)}`, { class: "number" });
        score.append(cell("small", `${points(each.low)} – ${points(each.high)}, n ${each.n}`, { class: "below" }));
        const behind = cell("td", each.best ? "the best" : points(each.behind), { class: "number" });
        if (!each.best) behind.append(cell("small", `${points(each.behind_low)} – ${points(each.behind_high)}, n ${each.shared}`, { class: "below" }));
        const place = each.best ? "best" : each.sure ? "within, surely" : each.behind <= wanted.within + TOLERANCE ? "within, perhaps" : "behind";
        row.append(name, score, behind, cell("td", amountText(wanted.by, each[wanted.by]), { class: "number" }), cell("td", place));
        return row;
      }));
    }
    for (const control of [part, within, by, surely]) control.addEventListener("input", show);
    show();
  }
})();
