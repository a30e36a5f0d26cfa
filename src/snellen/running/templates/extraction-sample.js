"use strict";
(() => {
  const sheet = JSON.parse(document.getElementById("sheet").textContent);
  const memory = `snellen-extract-${sheet.rows.map((row) => row[0]).join("")}`;
  const inputs = [...document.querySelectorAll("fieldset input")];
  const cards = [...document.querySelectorAll("article.card")];

  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(memory)) || {};
    } catch {
      return {};
    }
  };

  const remember = () => {
    const values = {};
    for (const input of inputs) if (input.checked) values[input.name] = input.value;
    try {
      localStorage.setItem(memory, JSON.stringify(values));
    } catch {
      // A browser that keeps nothing for files: the sheet can be saved all the same.
    }
    const fields = document.querySelectorAll("fieldset").length;
    document.getElementById("progress").textContent = `${Object.keys(values).length} of ${fields} checked`;
  };

  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  const csv = () => {
    const rows = sheet.rows.map((row) => [...row]);
    for (const card of cards) {
      for (const input of card.querySelectorAll("input:checked")) {
        const column = sheet.columns.indexOf(`${input.closest("fieldset").dataset.role}_right`);
        rows[Number(card.dataset.place)][column] = input.value;
      }
    }
    return [sheet.columns, ...rows].map((row) => row.map(quoted).join(",") + "\n").join("");
  };

  const before = remembered();
  for (const input of inputs) {
    input.checked = before[input.name] === input.value;
    input.addEventListener("change", remember);
  }
  remember();

  document.getElementById("save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
    link.download = sheet.name.replace(".csv", "-checked.csv");
    link.click();
    URL.revokeObjectURL(link.href);
  });

  const keys = document.getElementById("keys");
  keys.addEventListener("click", () => {
    const shown = keys.getAttribute("aria-pressed") !== "true";
    keys.setAttribute("aria-pressed", String(shown));
    keys.textContent = shown ? "Hide all keys" : "Show all keys";
    for (const details of document.querySelectorAll("details.key")) details.open = shown;
  });
})();
