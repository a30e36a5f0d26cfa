// What is shown, as the hash of the page's address: filters by column, `q` (words), `flip` (two models) with `way`, `id`.
"use strict";

const OWN = ["q", "flip", "way", "id"];

function readState() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const filters = new Map();
  for (const [name, value] of parameters) if (!OWN.includes(name) && value !== "") filters.set(name, [...(filters.get(name) || []), value]);
  const told = Object.fromEntries(OWN.map((name) => [name, parameters.get(name) || ""]));
  return { filters, ...told };
}

function hashOf({ filters, ...told }) {
  const parameters = new URLSearchParams();
  for (const [name, values] of filters) for (const value of values) parameters.append(name, value);
  for (const name of OWN) if (told[name]) parameters.append(name, told[name]);
  return parameters.toString();
}

// `step`: whether the browser's back button is to return to what was there before.
function writeState(state, step) {
  const hash = hashOf(state);
  if (hash === location.hash.slice(1)) return;
  const address = hash ? `#${hash}` : location.pathname + location.search;
  history[step ? "pushState" : "replaceState"](null, "", address);
}

// Two models out of `A,B`, whose names may have commas of their own: the first comma at which both sides are known.
function flipOf(text, isKnown) {
  for (let place = text.indexOf(","); place >= 0; place = text.indexOf(",", place + 1)) {
    const sides = [text.slice(0, place), text.slice(place + 1)];
    if (sides.every(isKnown)) return sides;
  }
  return null;
}
