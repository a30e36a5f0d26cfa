// Shapes over a picture: an SVG in the picture's own pixels, which scales with it. Two strokes to a line, a white one
// under a coloured one, so that it is seen on any ground.
"use strict";

function drawing(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function lines(title, tag, attributes) {
  const ink = drawing(tag, { ...attributes, class: "ink" });
  if (title) ink.append(drawing("title", {}, title));
  return [drawing(tag, { ...attributes, class: "halo" }), ink];
}

function rectangle(title, [left, top, right, bottom]) {
  return lines(title, "rect", { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) });
}

function overPicture({ width, height }, ...layers) {
  return drawing("svg", { class: "overlay", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...layers);
}
