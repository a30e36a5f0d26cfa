// Tables: sorted by the buttons of their heads, copied as CSV, Markdown and LaTeX in the order that is shown.
// The texts are those of table_texts.py.
"use strict";

(() => {
  const collator = new Intl.Collator("en", { numeric: true });
  const LATEX = {
    "\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", $: "\\$", "#": "\\#", _: "\\_", "{": "\\{", "}": "\\}",
    "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}",
    '"': "\\textquotedbl{}", "–": "--", "—": "---", "’": "'", "‘": "`", "“": "``", "”": "''", "…": "\\dots{}",
    "·": "\\textperiodcentered{}", "×": "$\\times$", "≠": "$\\neq$", "≤": "$\\leq$", "≥": "$\\geq$", "−": "$-$",
    "°": "\\textdegree{}", "²": "\\textsuperscript{2}", "³": "\\textsuperscript{3}", "\n": " ", "\t": " ", "\r": " ",
  };
  const latex = (text) => [...text].map((character) => (Object.hasOwn(LATEX, character) ? LATEX[character] : character)).join("");
  const markdown = (text) => (/[\n\r\t]/.test(text) ? text.trim().split(/\s+/).join(" ") : text).replace(/[\\`*_{}[\]<>#|~$]/g, "\\$&");
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  function sortable(table) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
      const numeric = head.classList.contains("number");
      const first = numeric ? "descending" : "ascending";
      const other = numeric ? "ascending" : "descending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      for (const each of heads) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const value = (row) => row.cells[column].dataset.value;
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        if (x === "" || y === "") return (x === "") - (y === "");
        return sign * (numeric ? Number(x) - Number(y) : collator.compare(x, y));
      });
      body.append(...rows);
    }));
  }

  const shownRows = (table) => [...table.tBodies[0].rows].filter((row) => row.getClientRects().length);
  const marksOf = (row) => ["published", "floor"].filter((mark) => row.classList.contains(mark));

  function asCsv(table) {
    const marks = (table.dataset.marks || "").split(",").filter(Boolean);
    const head = [...table.tHead.rows[0].cells].flatMap((cell) => cell.dataset.names.split("|"));
    const lines = shownRows(table).map((row) => [
      ...[...row.cells].flatMap(({ dataset }) => [dataset.value, ...("more" in dataset ? dataset.more.split("|") : [])]),
      ...marks.map((mark) => (row.classList.contains(mark) ? "True" : "False")),
    ]);
    return [[...head, ...marks], ...lines].map((line) => `${line.map(quoted).join(",")}\n`).join("");
  }

  function shownCells(table) {
    return shownRows(table).map((row) => [...row.cells].map((cell, place) => {
      const below = cell.querySelector(".below");
      const marks = place === 0 ? marksOf(row) : [];
      return cell.querySelector(".v").textContent + (below ? ` (${below.textContent})` : "") + (marks.length ? ` (${marks.join(", ")})` : "");
    }));
  }
  const headsOf = (table) => [...table.tHead.rows[0].cells].map((cell) => [cell.textContent, cell.classList.contains("number")]);

  function asMarkdown(table) {
    const heads = headsOf(table);
    const lines = [heads.map(([text]) => markdown(text)), heads.map(([, numeric]) => (numeric ? "---:" : "---")), ...shownCells(table).map((row) => row.map(markdown))];
    return lines.map((line) => `| ${line.join(" | ")} |\n`).join("");
  }

  function asLatex(table, figure) {
    const heads = headsOf(table);
    const line = (cells) => {
      const text = cells.map(latex).join(" & ");
      return `${text.startsWith("[") ? "{}" : ""}${text} \\\\`;
    };
    return [
      "% Needs \\usepackage{booktabs} in the preamble.", "\\begin{table}", "\\centering",
      `\\caption{${latex(figure.querySelector("h3").textContent)}}`, `\\label{tab:${figure.id}}`,
      `\\begin{tabular}{${heads.map(([, numeric]) => (numeric ? "r" : "l")).join("")}}`, "\\toprule",
      line(heads.map(([text]) => text)), "\\midrule", ...shownCells(table).map(line), "\\bottomrule", "\\end{tabular}", "\\end{table}", "",
    ].join("\n");
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "unseen";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  const FORMS = { csv: asCsv, markdown: asMarkdown, latex: asLatex };
  function copyable(figure, table) {
    const bar = figure.querySelector(".copy");
    if (!bar) return;
    bar.hidden = false;
    for (const button of bar.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", async () => {
        const details = table.closest("details");
        if (details) details.open = true;
        const done = await copy(FORMS[button.dataset.copy](table, figure));
        bar.querySelector("[role=status]").textContent = done ? "Copied" : "This browser does not let pages copy";
        button.focus();
      });
    }
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    sortable(table);
    const figure = table.closest("figure");
    if (figure) copyable(figure, table);
  }
})();
