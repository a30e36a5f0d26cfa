"use strict";

(() => {
  const plots = JSON.parse(document.getElementById("plots").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const seen = new Map();

  // As the page has it now: a property may hold one colour for light and another for dark.
  function colour(name) {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  }

  function configuration(width) {
    const [ink, soft, line] = ["--ink", "--soft", "--line"].map(colour);
    return {
      background: "transparent", font: "system-ui, sans-serif", view: { stroke: line },
      axis: { labelColor: soft, labelLimit: width < 560 ? 110 : 230, titleColor: soft, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" },
      legend: { labelColor: ink, titleColor: soft, labelFontSize: 12, titleFontSize: 12, labelLimit: Math.min(width - 60, 420) },
      header: { labelColor: ink, titleColor: soft, labelFontSize: 13 }, title: { color: ink }, text: { fill: ink },
    };
  }

  // Facets wrap to what fits; a single view takes the width there is.
  function fitted(specification, width) {
    const copy = structuredClone(specification);
    const view = copy.spec || copy;
    const rows = [view, ...(view.layer || [])].map((each) => each.encoding && each.encoding.y).filter(Boolean);
    if (width < 560) for (const each of rows) if (each.axis) each.axis.labelLimit = 110;
    if (width < 560) narrowLegends(copy);
    if (copy.width === "container") {
      copy.width = Math.min(width, 1120);
      copy.autosize = { type: "fit-x", contains: "padding" };
    }
    if (copy.facet && copy.spec) {
      const named = rows.some((each) => each.type === "nominal");
      const left = !named ? 60 : width < 560 ? 130 : 250;
      // A grid of panels keeps its columns, and is scrolled where they are too many.
      const wanted = copy.facet.column ? copy.usermeta.columns : copy.columns || 3;
      const columns = Math.max(1, Math.min(wanted, Math.floor((width - left) / 190)));
      if (!copy.facet.column) copy.columns = columns;
      copy.spec.width = Math.max(140, Math.floor((Math.min(width, 1120) - left) / columns) - 24);
    }
    return copy;
  }

  function narrowLegends(part) {
    for (const [key, value] of Object.entries(part)) {
      if (!value || typeof value !== "object") continue;
      if (key === "legend" && "columns" in value) value.columns = 1;
      else narrowLegends(value);
    }
  }

  async function draw(place) {
    const width = place.clientWidth;
    if (!width) return;
    seen.set(place, width);
    const result = await vegaEmbed(place, fitted(plots[place.dataset.plot], width), {
      mode: "vega-lite", renderer: "svg", ast: true, actions: { export: true, source: false, compiled: false, editor: false }, downloadFileName: place.dataset.plot, logLevel: 1, config: configuration(width),
    });
    place.dataset.drawn = String(Boolean(result.view));
  }

  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { observer.unobserve(entry.target); draw(entry.target); }
  }, { rootMargin: "600px" });
  for (const place of document.querySelectorAll("[data-plot]")) observer.observe(place);
  document.addEventListener("snellen-shown", () => { for (const place of document.querySelectorAll("[data-plot]")) if (!seen.has(place)) { observer.unobserve(place); observer.observe(place); } });

  function again() { for (const place of seen.keys()) draw(place); }
  dark.addEventListener("change", again);
  document.addEventListener("snellen-theme", again);
  let timer = 0;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => { for (const [place, width] of seen) if (place.clientWidth !== width) draw(place); }, 200);
  });
})();
