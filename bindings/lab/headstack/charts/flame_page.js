"use strict";
// Draws a flame graph from a document of speedscope. The address can end in
// #find=TEXT, #zoom=OUTERMOST;...;INNERMOST, or both with & between.

const ROW = 19; // height of a bar, in CSS pixels
const LEAST = 0.0005; // least share of the width that a drawn bar has
const WARM = ["#f2a65a", "#f5b971", "#eec170", "#f6c98b", "#e9a178", "#f0b67f"];

const profile = JSON.parse(document.getElementById("data").textContent);
const graph = document.getElementById("graph");
const detail = document.getElementById("detail");
const find = document.getElementById("find");
const matched = document.getElementById("matched");

// A function in a stack of calls. `cycles` includes the callees, `own` does not.
function newCall(name, caller) {
  return { name, caller, cycles: 0, own: 0, callees: new Map() };
}

// The tree of calls. The callees of its root are the outermost functions.
function treeOf(file) {
  const { samples, weights } = file.profiles[0];
  const root = newCall("all", null);
  samples.forEach((stack, place) => {
    let call = root;
    call.cycles += weights[place];
    for (const frame of stack) {
      const name = file.shared.frames[frame].name;
      if (!call.callees.has(name)) call.callees.set(name, newCall(name, call));
      call = call.callees.get(name);
      call.cycles += weights[place];
    }
    call.own += weights[place];
  });
  return root;
}

function pathOf(call) {
  return call.caller === null ? [] : [...pathOf(call.caller), call.name];
}

function calleesOf(call) {
  return [...call.callees.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function colourOf(name) {
  let hash = 0;
  for (const letter of name) hash = (31 * hash + letter.codePointAt(0)) >>> 0;
  return WARM[hash % WARM.length];
}

function percent(cycles) {
  return `${((100 * cycles) / Math.max(root.cycles, 1)).toFixed(2)} %`;
}

const root = treeOf(profile);
let enlarged = root;

function matches(call) {
  const text = find.value.trim().toLowerCase();
  return text !== "" && call.caller !== null && call.name.toLowerCase().includes(text);
}

// Adds the bars of a call and of its callees. `left` and `width` are shares of the graph.
function addBars(bars, call, left, width, level) {
  if (width < LEAST) return;
  bars.push({ call, left, width, level });
  for (const callee of calleesOf(call)) {
    const share = (width * callee.cycles) / call.cycles;
    addBars(bars, callee, left, share, level + 1);
    left += share;
  }
}

function barsOf(call) {
  const bars = [];
  const around = [];
  for (let caller = call.caller; caller !== null; caller = caller.caller) around.unshift(caller);
  around.forEach((caller, level) => {
    bars.push({ call: caller, left: 0, width: 1, level, around: true });
  });
  addBars(bars, call, 0, 1, around.length);
  return bars;
}

function draw() {
  const bars = barsOf(enlarged);
  const levels = 1 + Math.max(...bars.map((bar) => bar.level));
  graph.style.height = `${levels * ROW}px`;
  graph.replaceChildren(
    ...bars.map((bar) => {
      const element = document.createElement("div");
      element.className = "bar";
      element.classList.toggle("around", bar.around === true);
      element.classList.toggle("matches", matches(bar.call));
      element.style.left = `${100 * bar.left}%`;
      element.style.width = `${100 * bar.width}%`;
      element.style.bottom = `${bar.level * ROW}px`;
      element.style.background = colourOf(bar.call.name);
      element.textContent = bar.call.name;
      element.dataset.cycles = bar.call.cycles;
      element.addEventListener("mouseenter", () => describe(bar.call));
      element.addEventListener("click", () => enlarge(bar.call));
      return element;
    }),
  );
  sumMatches();
}

function describe(call) {
  const name = document.createElement("b");
  name.textContent = call.name;
  const figures =
    ` ${call.cycles.toLocaleString("en")} cycles with its callees (${percent(call.cycles)}), ` +
    `${call.own.toLocaleString("en")} in the function itself (${percent(call.own)})`;
  const path = document.createElement("div");
  path.textContent = pathOf(call).join(" \u2192 ");
  detail.replaceChildren(name, figures, path);
}

// The cycles below the outermost calls that match, so no cycle counts twice.
function cyclesThatMatch(call) {
  if (matches(call)) return call.cycles;
  return calleesOf(call).reduce((sum, callee) => sum + cyclesThatMatch(callee), 0);
}

function sumMatches() {
  const cycles = cyclesThatMatch(root);
  matched.textContent =
    find.value.trim() === ""
      ? ""
      : `${cycles.toLocaleString("en")} cycles (${percent(cycles)}) in functions that match`;
}

function enlarge(call) {
  enlarged = call;
  describe(call);
  draw();
}

function callAt(path) {
  let call = root;
  for (const name of path) {
    if (!call.callees.has(name)) return root;
    call = call.callees.get(name);
  }
  return call;
}

function followAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  find.value = said.get("find") ?? "";
  enlarge(callAt((said.get("zoom") ?? "").split(";").filter((name) => name !== "")));
}

find.addEventListener("input", draw);
document.getElementById("whole").addEventListener("click", () => enlarge(root));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") enlarge(root);
});
addEventListener("hashchange", followAddress);
followAddress();
