"use strict";
// Animates a run of a drive. All times are nanoseconds from the start of the window. Angles are
// revolutions after the index. A request is a place in the columns of `run.requests`, which are in
// order of arrival. The address can end in #step=NUMBER, #request=NUMBER or #time=MILLISECONDS.

const COLOURS = {
  command: "#c9c9c9", seek: "#e69f00", rotation: "#8c8c8c", transfer: "#009e73",
  bus: "#0072b2", buffer: "#56b4e9", hit: "#cc79a7", chosen: "#d55e00", waiting: "#0072b2",
};
const KEY = {
  command: "command processing", seek: "seek", rotation: "wait for the block",
  transfer: "blocks pass the head", bus: "data on the bus", buffer: "data in the buffer",
  hit: "read from the buffer",
};
const MOST_ROWS = 100; // of the table of candidates
const PLAYHEAD = 0.35; // place of the present in the strip, as a share of its width

const element = (id) => document.getElementById(id);
const run = JSON.parse(element("data").textContent);
const requests = run.requests;
const count = requests.id.length;
const places = Array.from({ length: count }, (_, place) => place);
const decisions = places
  .filter((i) => requests.decision[i] > 0 && requests.decided[i] >= 0)
  .filter((i) => requests.decided[i] <= run.length)
  .sort((a, b) => requests.decision[a] - requests.decision[b]);

const state = { time: 0, decision: -1, playing: false, frame: null };

// The drive at a time

const fraction = (value) => value - Math.floor(value);
const angleAt = (time) => fraction(run.angle + time / run.revolution);
const milliseconds = (time) => (time / 1e6).toFixed(3);

// The greatest place whose value is at most `limit`, or -1. The values rise.
function lastAtMost(limit, length, valueOf) {
  let low = -1;
  let high = length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (valueOf(middle) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

// The arm moves on straight lines between knots.
function armAt(time) {
  const { time: times, cylinder, head } = run.arm;
  const at = lastAtMost(time, times.length, (knot) => times[knot]);
  if (at < 0) return { cylinder: cylinder[0] ?? 0, head: head[0] ?? 0 };
  if (at === times.length - 1) return { cylinder: cylinder[at], head: head[at] };
  const share = (time - times[at]) / (times[at + 1] - times[at]);
  return { cylinder: cylinder[at] + share * (cylinder[at + 1] - cylinder[at]), head: head[at] };
}

const isWaiting = (i, time) => requests.arrival[i] <= time && time < requests.start[i];
const isServed = (i, time) => requests.start[i] <= time && time < requests.finish[i];

function phaseOf(i, time) {
  const began = (name) => requests[name][i] !== null && requests[name][i] <= time;
  if (began("seek_at") && time < requests.media_end[i]) {
    if (began("transfer_at")) return "transfer";
    return began("rotation_at") ? "rotation" : "seek";
  }
  const bus = time - requests.bus_from[i];
  return bus >= 0 && bus < requests.bus[i] ? "bus" : "command";
}

// The requests among which a decision chose: those that waited, the oldest first, as many as the
// scheduler saw. Later requests had not reached the scheduler.
function candidatesOf(decision) {
  const chosen = decisions[decision];
  const time = requests.decided[chosen];
  const waiting = places.filter(
    (i) => requests.arrival[i] <= time && requests.decision[i] >= requests.decision[chosen],
  );
  const seen = waiting.slice(0, requests.picked_from[chosen]);
  if (!seen.includes(chosen)) seen.splice(-1, 1, chosen);
  return seen;
}

// Drawing

function contextOf(canvas) {
  const scale = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth || canvas.width, canvas.clientHeight];
  if (canvas.dataset.scale !== String(scale)) {
    canvas.dataset.scale = String(scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.width = width * scale;
    canvas.height = height * scale;
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '12px system-ui, "DejaVu Sans", sans-serif';
  return { context, width, height };
}

function dot(context, x, y, radius, colour, filled) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = 1.5;
  context.strokeStyle = context.fillStyle = colour;
  if (filled) context.fill();
  else context.stroke();
}

// The share of the way from the outermost to the innermost cylinder.
const depthOf = (cylinder) => cylinder / Math.max(1, run.cylinders - 1);

// How the requests of this moment are drawn: the place, and whether the last decision saw it.
function dots(time) {
  const seen = new Set(state.decision >= 0 ? candidatesOf(state.decision) : []);
  return places
    .filter((i) => isWaiting(i, time) || isServed(i, time))
    .map((i) => ({ i, seen: seen.has(i), served: isServed(i, time) }));
}

function drawPlatter(shown, arm) {
  const { context, height } = contextOf(element("platter"));
  const [x, y, outer] = [height / 2, height / 2, height / 2 - 12];
  const radiusOf = (cylinder) => outer * (1 - 0.62 * depthOf(cylinder));
  const turnOf = (angle) => 2 * Math.PI * (angle - angleAt(state.time));
  const ring = (cylinder, colour) => {
    context.beginPath();
    context.arc(x, y, radiusOf(cylinder), 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  };
  run.zones.forEach((zone, place) => ring(zone[0], place % 2 ? "#e3e6ea" : "#eef0f3"));
  ring(run.cylinders, "#ffffff");
  drawIndex(context, x, y, turnOf(0), radiusOf(0));
  for (const { i, seen, served } of shown) {
    const radius = radiusOf(requests.cylinder[i]);
    const turn = turnOf(requests.angle[i]);
    const [left, top] = [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
    if (served) {
      context.beginPath();
      context.arc(x, y, radius, turn, turn + 2 * Math.PI * Math.max(requests.arc[i], 0.004));
      context.lineWidth = 5;
      context.strokeStyle = COLOURS.chosen;
      context.stroke();
    }
    dot(context, left, top, served ? 5 : 3.5, served ? COLOURS.chosen : COLOURS.waiting, seen);
  }
  drawArm(context, x + radiusOf(arm.cylinder), y, x + outer + 18, y + outer);
}

function drawIndex(context, x, y, turn, outer) {
  context.beginPath();
  context.moveTo(x + outer * Math.cos(turn), y + outer * Math.sin(turn));
  context.lineTo(x + (outer + 8) * Math.cos(turn), y + (outer + 8) * Math.sin(turn));
  context.lineWidth = 3;
  context.strokeStyle = "#1a1a1a";
  context.stroke();
}

function drawArm(context, x, y, pivotX, pivotY) {
  context.beginPath();
  context.moveTo(pivotX, pivotY);
  context.lineTo(x, y);
  context.lineWidth = 6;
  context.lineCap = "round";
  context.strokeStyle = "rgba(60, 60, 60, .55)";
  context.stroke();
  context.lineCap = "butt";
  dot(context, pivotX, pivotY, 9, "#4d4d4d", true);
  dot(context, x, y, 4, "#1a1a1a", true);
}

// The stack of surfaces from the side, outermost cylinder on the right.
function drawSurfaces(shown, arm) {
  const { context, width, height } = contextOf(element("surfaces"));
  const rows = run.surfaces;
  const xOf = (cylinder) => 22 + (width - 42) * (1 - depthOf(cylinder));
  const yOf = (head) => 34 + ((height - 54) * (head + 0.5)) / rows;
  context.fillStyle = "#5a5a5a";
  context.fillText("surfaces, from the side", 22, 14);
  for (let head = 0; head < rows; ++head) {
    const active = head === arm.head;
    context.fillStyle = active ? "#9fb4c7" : "#dfe3e8";
    context.fillRect(22, yOf(head) - 2, width - 42, 4);
    context.fillStyle = "#5a5a5a";
    if (rows <= 24 || head % 4 === 0) context.fillText(String(head), 2, yOf(head) + 4);
    context.fillStyle = active ? "#1a1a1a" : "rgba(60, 60, 60, .3)";
    context.fillRect(xOf(arm.cylinder), yOf(head) - 6, width - 8 - xOf(arm.cylinder), 2);
  }
  context.fillStyle = "rgba(60, 60, 60, .55)";
  context.fillRect(width - 9, yOf(0) - 10, 5, yOf(rows - 1) - yOf(0) + 14);
  for (const { i, seen, served } of shown) {
    const colour = served ? COLOURS.chosen : COLOURS.waiting;
    dot(context, xOf(requests.cylinder[i]), yOf(requests.head[i]), served ? 5 : 3.5, colour, seen);
  }
}

const LANES = { queue: [6, 44], drive: [60, 24], bus: [96, 24], buffer: [132, 24] };

function drawStrip() {
  const { context, width } = contextOf(element("strip"));
  const span = Number(element("span").value) * run.revolution;
  const begin = state.time - PLAYHEAD * span;
  const xOf = (time) => 60 + ((width - 60) * (time - begin)) / span;
  context.save();
  context.beginPath();
  context.rect(60, 0, width - 60, 190);
  context.clip();
  drawQueue(context, begin, begin + span, xOf);
  for (const i of places) {
    if (requests.finish[i] >= begin && requests.start[i] <= begin + span) {
      drawService(context, i, xOf);
    }
  }
  drawTimes(context, begin, span, xOf);
  context.fillStyle = "#1a1a1a";
  context.fillRect(xOf(state.time) - 1, 0, 2, 168);
  context.restore();
  context.fillStyle = "#4d4d4d";
  for (const [name, [top, height]] of Object.entries(LANES)) {
    context.fillText(name, 2, top + height / 2 + 4);
  }
}

// A bar of a lane; `share` is its height as a share of the lane.
function bar(context, lane, from, to, colour, xOf, share = 1) {
  const [top, height] = LANES[lane];
  context.fillStyle = colour;
  const drawn = Math.max(1, share * height);
  context.fillRect(xOf(from), top + height - drawn, Math.max(1, xOf(to) - xOf(from)), drawn);
}

function drawService(context, i, xOf) {
  const at = (name) => requests[name][i];
  bar(context, "drive", at("start"), at("finish"), COLOURS.command, xOf);
  const instants = ["seek_at", "rotation_at", "transfer_at", "media_end"].map(at);
  ["seek", "rotation", "transfer"].forEach((phase, place) => {
    const [from, to] = [instants[place], instants[place + 1] ?? at("media_end")];
    if (from !== null && to > from) bar(context, "drive", from, to, COLOURS[phase], xOf);
  });
  bar(context, "bus", at("start"), at("seek_at") ?? at("finish"), COLOURS.command, xOf, 0.2);
  if (at("media_end") !== null) {
    bar(context, "bus", at("media_end"), at("finish"), COLOURS.command, xOf, 0.2);
  }
  const [from, to] = [at("bus_from"), at("bus_from") + at("bus")];
  if (to > from) bar(context, "bus", from, to, COLOURS.bus, xOf);
  const share = Math.min(1, at("blocks") / run.buffer_blocks);
  const colour = at("hit") ? COLOURS.hit : COLOURS.buffer;
  bar(context, "buffer", at("buffer_from"), at("buffer_to"), colour, xOf, Math.max(share, 0.25));
  const [left, right] = [xOf(at("start")), xOf(at("finish"))];
  const label = String(at("id"));
  context.fillStyle = "#1a1a1a";
  if (right - left > 8 * label.length + 4) context.fillText(label, left + 3, LANES.drive[0] - 2);
}

// The number of waiting requests as steps, and a tick for each decision.
function drawQueue(context, begin, end, xOf) {
  const [top, height] = LANES.queue;
  const { time: times, waiting } = run.queue;
  const most = Math.max(1, run.queue.most);
  let at = Math.max(0, lastAtMost(begin, times.length, (step) => times[step]));
  for (; at < times.length && times[at] <= end; ++at) {
    const next = at + 1 < times.length ? times[at + 1] : end;
    bar(context, "queue", times[at], next, "#b7cfe2", xOf, waiting[at] / most);
  }
  context.fillStyle = COLOURS.chosen;
  for (const i of decisions) {
    const time = requests.decided[i];
    if (time >= begin && time <= end) context.fillRect(xOf(time) - 0.5, top, 1.5, height);
  }
  context.fillStyle = "#5a5a5a";
  context.fillText(`at most ${run.queue.most}`, 64, top + 10);
}

function drawTimes(context, begin, span, xOf) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((ms) => span / (ms * 1e6) <= 14);
  const apart = (step ?? 2000) * 1e6;
  context.fillStyle = "#5a5a5a";
  const first = Math.ceil((begin + run.from) / apart) * apart; // since the start of the run
  for (let time = first; time < begin + run.from + span; time += apart) {
    context.fillRect(xOf(time - run.from), 166, 1, 6);
    context.fillText(`${(time / 1e6).toFixed(0)} ms`, xOf(time - run.from) + 3, 182);
  }
}

// The text beside the drawing

function cells(row, values) {
  for (const value of values) row.insertCell().textContent = value;
}

function showNow(arm) {
  const served = places.filter((i) => isServed(i, state.time));
  const last = served.at(-1);
  const said = (i) =>
    `${requests.id[i]}, ${requests.write[i] ? "write" : "read"} of ${requests.blocks[i]} blocks: ` +
    KEY[requests.hit[i] ? "hit" : phaseOf(i, state.time)];
  element("time").value = milliseconds(state.time + run.from);
  element("angle").value = angleAt(state.time).toFixed(6);
  element("cylinder").value = Math.round(arm.cylinder);
  element("head").value = arm.head;
  element("waiting").value = places.filter((i) => isWaiting(i, state.time)).length;
  element("served").value = served.length ? served.map(said).join("; ") : "none";
  element("place").value =
    last === undefined
      ? "none"
      : `cylinder ${requests.cylinder[last]}, head ${requests.head[last]}, ` +
        `angle ${requests.angle[last].toFixed(6)} rev`;
}

function showDecision() {
  const table = element("candidates");
  table.replaceChildren();
  element("more").textContent = "";
  if (state.decision < 0) {
    element("decision").value = "";
    element("choice").value = "none in the window until now";
    return;
  }
  const chosen = decisions[state.decision];
  const time = requests.decided[chosen];
  const seen = candidatesOf(state.decision);
  element("decision").value = requests.decision[chosen];
  element("choice").value =
    `at ${milliseconds(time + run.from)} ms: request ${requests.id[chosen]} of ${seen.length}`;
  const from = armAt(time).cylinder;
  const rows = [chosen, ...seen.filter((i) => i !== chosen)];
  for (const i of rows.slice(0, MOST_ROWS)) {
    const row = table.insertRow();
    row.className = i === chosen ? "chosen" : "";
    const passes = fraction(requests.angle[i] - angleAt(time)) * run.revolution;
    cells(row, [
      requests.id[i], requests.cylinder[i], requests.head[i],
      Math.abs(Math.round(requests.cylinder[i] - from)), (passes / 1e6).toFixed(2),
      ((time - requests.arrival[i]) / 1e6).toFixed(1),
    ]);
  }
  if (rows.length > MOST_ROWS) element("more").textContent = `and ${rows.length - MOST_ROWS} more`;
}

let shownDecision = null;

function draw() {
  const arm = armAt(state.time);
  const shown = dots(state.time);
  drawPlatter(shown, arm);
  drawSurfaces(shown, arm);
  drawStrip();
  showNow(arm);
  if (shownDecision !== state.decision) showDecision();
  shownDecision = state.decision;
}

// Moving in time

function moveTo(time) {
  state.time = Math.min(Math.max(time, 0), run.length);
  state.decision = lastAtMost(
    state.time, decisions.length, (place) => requests.decided[decisions[place]],
  );
  draw();
}

// Several decisions may have one time, so a step counts decisions.
function step(by) {
  pause();
  const next = state.decision + by;
  if (next < 0 || next >= decisions.length) return;
  state.decision = next;
  state.time = requests.decided[decisions[next]];
  draw();
}

// Moves to the moment at which the first block of the request passes the head.
function jump(id) {
  pause();
  const i = requests.id.indexOf(id);
  element("problem").value = i < 0 ? `request ${id} is not on this page` : "";
  if (i >= 0) moveTo(requests.transfer_at[i] ?? requests.start[i]);
}

function pause() {
  state.playing = false;
  state.frame = null;
  element("play").textContent = "Play";
}

function advance(now) {
  if (!state.playing) return;
  const passed = state.frame === null ? 0 : now - state.frame;
  state.frame = now;
  moveTo(state.time + passed * 1e6 * Number(element("speed").value));
  if (state.time >= run.length) pause();
  else requestAnimationFrame(advance);
}

function play() {
  if (state.playing) {
    pause();
    return;
  }
  if (state.time >= run.length) moveTo(0);
  state.playing = true;
  element("play").textContent = "Pause";
  requestAnimationFrame(advance);
}

function moveByClick(event) {
  const canvas = element("strip");
  const share = (event.offsetX - 60) / (canvas.clientWidth - 60) - PLAYHEAD;
  moveTo(state.time + share * Number(element("span").value) * run.revolution);
}

function followAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  if (said.has("span")) element("span").value = said.get("span");
  pause();
  moveTo(0);
  if (said.has("time")) moveTo(Number(said.get("time")) * 1e6 - run.from);
  if (said.has("request")) jump(Number(said.get("request")));
  if (said.has("step")) {
    state.decision = -1;
    for (let number = 0; number < Number(said.get("step")); ++number) step(1);
  }
}

function showKey() {
  for (const [name, text] of Object.entries(KEY)) {
    const item = document.createElement("span");
    const colour = document.createElement("i");
    colour.style.background = COLOURS[name];
    item.append(colour, text);
    element("key").append(item);
  }
  for (const note of run.notes) {
    element("notes").appendChild(document.createElement("li")).textContent = note;
  }
}

element("play").addEventListener("click", play);
element("step").addEventListener("click", () => step(1));
element("back").addEventListener("click", () => step(-1));
element("jump").addEventListener("click", () => jump(Number(element("request").value)));
element("span").addEventListener("change", draw);
element("strip").addEventListener("click", moveByClick);
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, button")) return;
  if (event.key === " ") play();
  else if (event.key === "ArrowRight") step(1);
  else if (event.key === "ArrowLeft") step(-1);
  else return;
  event.preventDefault();
});
addEventListener("hashchange", followAddress);
showKey();
followAddress();
