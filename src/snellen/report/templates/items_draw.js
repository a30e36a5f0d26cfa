// What is drawn over an item's picture, each a layer that can be switched: annotations of the chart, marks of a reply,
// and what a model says it saw.
"use strict";

function annotationsOver({ width, height, over }) {
  const unit = width / 100;
  const clusters = over.clusters || [];
  const named = ({ label, n }) => `cluster${label === undefined ? "" : ` ${label}`}${n === undefined ? "" : `, ${n} points`}`;
  const arm = 2 * unit;
  const groups = [
    ["plot", over.plot ? rectangle("plot", over.plot) : []],
    ["boxes", clusters.filter((one) => one.boxes).flatMap((one) => rectangle(named(one), one.boxes))],
    ["centres", clusters.filter((one) => one.centres).flatMap((one) => {
      const [x, y] = one.centres;
      return lines(`centre of ${named(one)}`, "path", { d: `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}` });
    })],
    ["outliers", (over.outliers || []).flatMap(([x, y]) => lines("outlier", "circle", { cx: x, cy: y, r: 2.6 * unit }))],
  ];
  return overPicture({ width, height }, ...groups.map(([name, nodes]) => drawing("g", { class: `annotation ${name}` }, ...nodes)));
}

// Pairs of a flat list: x, y, x, y, …
function pairsOf(places) {
  return Array.from({ length: places.length / 2 }, (_, place) => [places[2 * place], places[2 * place + 1]]);
}

function seenOver({ width, height }, { plot, ticks, curves = [], series = [], boxes = [], centres = [], outliers = [] }) {
  const unit = width / 100;
  const colour = (one) => (one.colour ? `, drawn in rgb(${one.colour.join(", ")})` : "");
  const paths = curves.flatMap((one) => lines(`${one.family || "curve"}${colour(one)}`, "polyline", { points: one.places.join(" ") }));
  const arm = 0.7 * unit;
  const marks = series.flatMap((one) => {
    const d = pairsOf(one.places).map(([x, y]) => `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`).join("");
    return lines(`${one.places.length / 2} marks${colour(one)}`, "path", { d });
  });
  const scale = [];
  if (plot && ticks) {
    const [left, , , bottom] = plot;
    for (const [x, value] of ticks.x || []) scale.push(...lines(`x = ${value}`, "path", { d: `M${x} ${bottom - 1.2 * unit}v${2.4 * unit}` }));
    for (const [y, value] of ticks.y || []) scale.push(...lines(`y = ${value}`, "path", { d: `M${left - 1.2 * unit} ${y}h${2.4 * unit}` }));
  }
  const wide = 2 * unit;
  const found = [
    ...boxes.flatMap((box) => rectangle("cluster", box)),
    ...pairsOf(centres).flatMap(([x, y]) => lines("centre", "path", { d: `M${x - wide} ${y}h${2 * wide}M${x} ${y - wide}v${2 * wide}` })),
    ...pairsOf(outliers).flatMap(([x, y]) => lines("outlier", "circle", { cx: x, cy: y, r: 2.6 * unit })),
  ];
  const groups = [["frame", plot ? rectangle("plot area", plot) : []], ["ticks", scale], ["curves", paths], ["points", marks], ["found", found]];
  return overPicture({ width, height }, ...groups.map(([name, nodes]) => drawing("g", { class: `seen ${name}` }, ...nodes)));
}
