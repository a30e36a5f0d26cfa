// A list box of any length: only the rows in sight, and a few around them, are elements of the page. Focus stays on the
// list, which says which row is active; arrows, Home, End and the page keys move it.
"use strict";

// render: (item, row) => fills a new row. detail: (item, row) => what takes loading, once the list rests at it.
// onActive: (item, by), by "key" or "pointer"; onOpen: item => Enter was pressed.
function virtualList({ mount, rowHeight, render, detail, onActive, onOpen }) {
  const AROUND = 6;
  const spacer = element("div", { class: "spacer", role: "presentation" });
  mount.append(spacer);
  const rows = new Map(); // position → element
  let items = new Int32Array(0);
  let active = -1;
  let resting = 0;
  let frame = 0;

  const inSight = () => {
    const top = Math.floor(mount.scrollTop / rowHeight);
    return [Math.max(0, top), Math.min(items.length, Math.ceil((mount.scrollTop + mount.clientHeight) / rowHeight))];
  };
  function rowAt(position) {
    const row = element("div", { role: "option", id: `row-${items[position]}`, class: "row" });
    row.setAttribute("aria-setsize", items.length);
    row.setAttribute("aria-posinset", position + 1);
    row.setAttribute("aria-selected", String(position === active));
    row.style.transform = `translateY(${position * rowHeight}px)`;
    row.addEventListener("click", () => { move(position, "pointer"); mount.focus({ preventScroll: true }); });
    render(items[position], row);
    return row;
  }
  function put() {
    frame = 0;
    const [first, last] = inSight();
    const [from, to] = [Math.max(0, first - AROUND), Math.min(items.length, last + AROUND)];
    for (const [position, row] of rows) if ((position < from || position >= to) && position !== active) { row.remove(); rows.delete(position); }
    for (let position = from; position < to; position += 1) ensure(position);
    if (active >= 0 && active < items.length) ensure(active);
    clearTimeout(resting);
    resting = setTimeout(rest, 90);
  }
  function ensure(position) {
    if (rows.has(position)) return;
    const row = rowAt(position);
    rows.set(position, row);
    spacer.append(row);
  }
  function rest() {
    const [first, last] = inSight();
    for (let position = first; position < last; position += 1) {
      const row = rows.get(position);
      if (row && !row.dataset.detailed) { row.dataset.detailed = "true"; detail(items[position], row); }
    }
  }
  function later() { frame = frame || requestAnimationFrame(put); }

  function mark() {
    for (const [position, row] of rows) row.setAttribute("aria-selected", String(position === active));
    if (active >= 0) mount.setAttribute("aria-activedescendant", `row-${items[active]}`);
    else mount.removeAttribute("aria-activedescendant");
  }
  function reveal(position) {
    const [top, bottom] = [position * rowHeight, (position + 1) * rowHeight];
    if (top < mount.scrollTop) mount.scrollTop = top;
    else if (bottom > mount.scrollTop + mount.clientHeight) mount.scrollTop = bottom - mount.clientHeight;
  }
  function move(position, by) {
    if (!items.length) return;
    active = Math.min(Math.max(position, 0), items.length - 1);
    reveal(active);
    put();
    mark();
    onActive(items[active], by);
  }
  mount.addEventListener("scroll", later, { passive: true });
  new ResizeObserver(later).observe(mount);
  mount.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(mount.clientHeight / rowHeight) - 1);
    const steps = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: items.length - 1 };
    if (event.key in steps) move(steps[event.key], "key");
    else if ((event.key === "Enter" || event.key === " ") && active >= 0) onOpen(items[active]);
    else return;
    event.preventDefault();
  });

  return {
    // What is listed, and the item that is active among it (-1: none).
    set(listed, item) {
      items = listed;
      for (const row of rows.values()) row.remove();
      rows.clear();
      spacer.style.height = `${items.length * rowHeight}px`;
      active = item < 0 ? -1 : items.indexOf(item);
      if (active >= 0) reveal(active); else mount.scrollTop = 0;
      put();
      mark();
    },
    show(item) { active = items.indexOf(item); if (active >= 0) { reveal(active); put(); } mark(); },
    step(by) { move(active + by, "key"); },
    position: () => active,
    length: () => items.length,
    at: (position) => items[position],
  };
}
