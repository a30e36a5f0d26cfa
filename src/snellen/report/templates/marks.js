// A reply over its picture: what was to be found in one shape, what was said in another; each in the colour and stroke of
// its fate. The colours are Okabe and Ito's, told apart by colour-blind eyes; strokes tell them apart without any.
"use strict";

const ROLES = ["target", "prediction"];
const FATES = { 0: ["missed", "extra"], 1: ["found", "matched"], 2: ["target", "said"] };

// A mark is [role, fate, ...place], as predictions.py writes it.
function marksOver({ width, height }, marks) {
  const unit = width / 100;
  const groups = marks.map(([role, fate, ...place]) => {
    const name = FATES[fate][role];
    const title = `${ROLES[role]}${fate === 2 ? "" : `, ${name}`}`;
    const ring = { cx: place[0], cy: place[1], r: 2.4 * unit };
    const arm = 1.6 * unit;
    const cross = { d: `M${place[0] - arm} ${place[1] - arm}l${2 * arm} ${2 * arm}M${place[0] - arm} ${place[1] + arm}l${2 * arm} ${-2 * arm}` };
    const shapes = place.length === 4 ? rectangle(title, place) : role === 0 ? lines(title, "circle", ring) : lines(title, "path", cross);
    return drawing("g", { class: `mark ${ROLES[role]} ${name}` }, ...shapes);
  });
  return overPicture({ width, height }, ...groups);
}
