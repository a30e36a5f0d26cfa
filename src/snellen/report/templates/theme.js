// The colours: those of the system unless the reader has chosen. Runs in the head, so that no page flashes.
"use strict";

(() => {
  const KEY = "snellen-theme";
  const root = document.documentElement;

  // A browser may keep nothing for pages from a disk: then a choice lasts as long as its page.
  function kept() {
    try { return localStorage.getItem(KEY); } catch { return null; }
  }
  function keep(theme) {
    try { localStorage.setItem(KEY, theme); } catch { /* see above */ }
  }
  function wear(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    document.dispatchEvent(new CustomEvent("snellen-theme"));
  }

  wear(kept());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => document.dispatchEvent(new CustomEvent("snellen-theme")));
  addEventListener("storage", (event) => { if (event.key === KEY) { wear(event.newValue); show(); } });

  function show() {
    const select = document.getElementById("theme");
    if (select) select.value = root.dataset.theme || "system";
  }
  addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    if (!select) return;
    select.closest("label").hidden = false;
    show();
    select.addEventListener("change", () => { keep(select.value); wear(select.value); });
  });
})();
