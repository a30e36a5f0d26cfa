// Menus of the navigation: one is open at a time, Escape and a click elsewhere close it.
"use strict";

(() => {
  const menus = [...document.querySelectorAll("details.menu")];
  for (const menu of menus) {
    menu.addEventListener("toggle", () => { if (menu.open) for (const other of menus) if (other !== menu) other.open = false; });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    menu.addEventListener("focusout", (event) => { if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false; });
  }
  document.addEventListener("click", (event) => { for (const menu of menus) if (!menu.contains(event.target)) menu.open = false; });
})();
