// What is drawn over a picture. Each layer is a group that a class of the page shows or hides, for all cards at once.
"use strict";

function overlayOf({ width, height, over }) {
  if (!over) return null;
  const unit = width / 100; // all cards are equally wide, whatever the size of their pictures
  const clusters = over.clusters || [];

  function nameOf({ label, n }) {
    return `${label === undefined ? "cluster" : `cluster ${label}`}${n === undefined ? "" : `: ${counted(n, "point")}`}`;
  }
  function tag({ label, boxes: [left, top] }) {
    const above = top > 5 * unit;
    return drawing("text", {
      x: Math.max(unit, above ? left : left + 1.5 * unit), y: above ? top - 1.6 * unit : Math.max(top, 0) + 5 * unit,
      "font-size": 4.2 * unit,
    }, label);
  }
  function layer(name, nodes) {
    return drawing("g", { class: `layer ${name}` }, ...nodes);
  }
  const arm = 2.2 * unit;
  return overPicture(
    { width, height },
    layer("plot", over.plot ? rectangle("plot", over.plot) : []),
    layer("marks", clusters.filter((one) => one.marks).flatMap((one) => rectangle(`${nameOf(one)}, marks included`, one.marks))),
    layer("boxes", [
      ...clusters.filter((one) => one.boxes).flatMap((one) => rectangle(nameOf(one), one.boxes)),
      ...clusters.filter((one) => one.boxes && one.label !== undefined).map(tag),
    ]),
    layer("outliers", (over.outliers || []).flatMap(([x, y]) => lines("outlier", "circle", { cx: x, cy: y, r: 2.6 * unit }))),
    layer("centres", clusters.filter((one) => one.centres).flatMap((one) => {
      const [x, y] = one.centres;
      return lines(`centre of ${nameOf(one)}`, "path", { d: `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}` });
    })),
  );
}

// How much there is to see, which gives it away as the picture does; what is not known gives nothing away.
function foundOf({ over }) {
  if (!over) return null;
  const line = element("p", { class: "found" });
  for (const [key, noun] of [["clusters", "cluster"], ["outliers", "outlier"]]) {
    if (over[key] === null) line.append(element("span", {}, `${noun}s unknown`));
    else if (over[key]) line.append(element("span", { class: `told ${key}` }, counted(over[key].length, noun)));
  }
  return line;
}

function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// The toggles. `on` and `off` are for the button that shows all answers: the layers that tell them go with it.
function layerToggles(mount, layers) {
  const telling = ["boxes", "marks", "centres", "outliers"];
  const buttons = new Map();
  let remembered = ["boxes", "centres", "outliers"];
  function set(key, on) {
    mount.classList.toggle(`show-${key}`, on);
    buttons.get(key).setAttribute("aria-pressed", String(on));
  }
  const isOn = (key) => mount.classList.contains(`show-${key}`);
  const bar = element("span", { class: "layers", role: "group", ariaLabel: "Drawn over the pictures" });
  for (const { key, label } of layers) {
    const button = element("button", { type: "button", class: `layer-${key}`, onclick: () => set(key, !isOn(key)) }, label);
    buttons.set(key, button);
    set(key, false);
    bar.append(button);
  }
  const present = telling.filter((key) => buttons.has(key));
  return {
    bar: layers.length ? bar : null,
    on() {
      for (const key of present) if (remembered.includes(key)) set(key, true);
    },
    off() {
      const shown = present.filter(isOn);
      if (shown.length) remembered = shown;
      for (const key of present) set(key, false);
    },
  };
}
