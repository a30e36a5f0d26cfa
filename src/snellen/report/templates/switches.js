// Of several exhibits one is shown, as a group of radio buttons says; published rows can be left out.
"use strict";

(() => {
  for (const group of document.querySelectorAll("[data-switched]")) {
    const bar = group.querySelector(".choose");
    const choices = [...group.querySelectorAll(":scope > .choice")];
    const radios = [...bar.querySelectorAll("input[type=radio]")];
    const published = bar.querySelector("[data-published]");
    bar.hidden = !radios.length && !published;

    function show() {
      const chosen = radios.find((radio) => radio.checked)?.value ?? "0";
      for (const choice of choices) choice.hidden = choice.dataset.choice !== chosen;
      document.dispatchEvent(new CustomEvent("snellen-shown"));
    }
    for (const radio of radios) radio.addEventListener("change", show);
    if (published) published.addEventListener("change", () => group.classList.toggle("measured", !published.checked));
    show();
  }
})();
