"use strict";
(() => {
  const read = (name) => JSON.parse(document.getElementById(name).textContent);
  const run = read("run"), rows = read("failures");
  const [ID, VERDICT, CLAUSES, TYPE, AXIS, NODE, X, FINDINGS, GAVE, MESSAGE, PLACE, RERUN, KNOWN, GROUP] = Array(14).keys();
  const FIRST = 5, PAGE = 50;
  const list = document.getElementById("list"), shown = document.getElementById("shown");
  const search = document.getElementById("search"), bits = document.getElementById("bits");
  const filters = { verdict: VERDICT, clause: CLAUSES, type: TYPE, axis: AXIS };
  const names = {
    verdict: run.verdicts, type: run.types, axis: run.axes, clause: run.clauses.map((clause) => clause[0]),
  };
  /* The smallest of a group come first. */
  const elementsOf = (row) => row[X].slice(row[X].indexOf("[") + 1, row[X].indexOf("]")).split(",").reduce((product, size) => product * Number(size || 1), 1);
  const sizes = new Map(rows.map((row) => [row, elementsOf(row)]));
  const ordered = [...rows].sort((a, b) => sizes.get(a) - sizes.get(b));
  let matching = ordered;

  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  /* ---- Bits of numbers, computed here: every number is written so that it reads back to the same bits ---- */
  const buffer = new DataView(new ArrayBuffer(8));
  const hex = (number, digits) => "0x" + number.toString(16).padStart(digits, "0");
  const halfBits = (value) => {
    buffer.setFloat32(0, value);
    const single = buffer.getUint32(0), sign = (single >>> 16) & 0x8000, exponent = ((single >>> 23) & 0xff) - 112;
    if (exponent >= 31) return sign | (Number.isNaN(value) ? 0x7e00 : 0x7c00);
    if (exponent > 0) return sign | (exponent << 10) | ((single >>> 13) & 0x3ff);
    return sign | Math.round(Math.abs(value) * 16777216);
  };
  const bitsOf = (type, text) => {
    const value = text === "NaN" ? NaN : Number(text);
    if (type === "float16") return hex(halfBits(value), 4);
    if (type === "float" || type === "complex64") { buffer.setFloat32(0, value); return hex(buffer.getUint32(0), 8); }
    buffer.setFloat64(0, value);
    return hex(buffer.getBigUint64(0), 16);
  };
  const REAL = ["float", "double", "float16", "complex64", "complex128"];
  /* A tensor's text: bits behind each number where its type has them. */
  const tensor = (text, type) => {
    const box = make("span", "data"), values = text.indexOf("]") + 1;
    if (!REAL.includes(type) || values === 0) { box.textContent = text; return box; }
    box.append(text.slice(0, values));
    const number = /NaN\(0x[0-9a-f]+\)|NaN|-?Infinity|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;
    const rest = text.slice(values).replace(/ \(\d+ elements\)$/, "");
    let at = 0;
    for (const match of rest.matchAll(number)) {
      if (match[0].startsWith("NaN(")) continue; /* it names its bits itself */
      const end = match.index + match[0].length;
      box.append(rest.slice(at, end), make("span", "bits", " [" + bitsOf(type, match[0]) + "]"));
      at = end;
    }
    box.append(rest.slice(at), text.slice(values + rest.length));
    return box;
  };
  /* What a finding says: the bits that it names are shown on demand. */
  const saying = (text) => {
    const box = make("span", "data");
    text.split(/( \[0x[0-9a-f, x]+\])/).forEach((part, i) => box.append(i % 2 ? make("span", "bits", part) : part));
    return box;
  };

  /* ---- One failure ---- */
  const rerunOf = (row) => run.rerun.slice(0, row[RERUN][0]) + row[RERUN][1];

  const findingOf = (finding) => {
    const [clause, output, position, places, have, want] = finding, box = make("div", "finding");
    const title = make("div", "title");
    title.append(make("b", "", run.clauses[clause][0]), " in ",
      make("code", "", run.outputs[output] + (position < 0 ? "" : "[" + position + "]")),
      places > 1 ? " (" + places + " places)" : "", ": ", make("span", "soft", run.clauses[clause][1]));
    box.append(title);
    for (const [name, text] of [["have", have], ["want", want]]) {
      const side = make("div", "side " + name);
      side.append(make("span", "label", name), saying(text));
      box.append(side);
    }
    return box;
  };

  const copy = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch (refused) { /* a file: page may be refused; the old way is not */
      const area = make("textarea", "", text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };

  /* A text with a button that copies it. */
  const toCopy = (label, text) => {
    const box = make("div", "rerun"), button = make("button", "", "Copy");
    button.type = "button";
    button.addEventListener("click", () => copy(button, text));
    if (label) box.append(make("span", "soft", label));
    box.append(make("code", "", text), button);
    return box;
  };

  const fill = (box, row) => {
    const pairs = make("dl", "pairs"), type = run.types[row[TYPE]];
    const pair = (name, value) => { const dd = make("dd"); dd.append(value); pairs.append(make("dt", "", name), dd); };
    pair("X", tensor(row[X], type));
    pair("node", make("span", "data", row[NODE]));
    for (const [output, text] of row[GAVE]) pair("gave " + run.outputs[output], tensor(text, output === 0 ? type : "int64"));
    if (row[MESSAGE]) pair("because", make("span", "data", row[MESSAGE]));
    if (row[PLACE]) pair("from", make("span", "data", row[PLACE]));
    box.append(pairs, ...row[FINDINGS].map(findingOf));
    box.append(toCopy("", rerunOf(row)));
  };

  const caseOf = (row) => {
    const details = make("details", "case"), summary = make("summary");
    summary.append(make("span", "badge" + (row[KNOWN] ? " known" : ""), (row[KNOWN] ? "known: " : "") + run.verdicts[row[VERDICT]]),
      make("code", "", row[ID]), make("span", "", row[CLAUSES].map((clause) => names.clause[clause]).join(" ")),
      make("span", "soft", run.types[row[TYPE]] + ", axis " + run.axes[row[AXIS]]));
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (!details.open || details.children.length > 1) return;
      details.append(make("div"));
      fill(details.lastChild, row);
    });
    return details;
  };

  /* ---- The list: groups with their cases, the largest group first ---- */
  const counted = (number, word) => number + " " + word + (number === 1 ? "" : "s");
  const groupOf = (number, cases, first) => {
    const [title, count, smallest] = run.groups[number];
    const details = make("details", "group"), summary = make("summary"), more = make("button");
    const box = make("div"), said = [counted(count, "case")];
    let drawn = 0;
    if (cases.length < count) said.push(cases.length + " shown here");
    summary.append(make("b", "", title), make("span", "soft", said.join(", ")));
    details.append(summary, box);
    if (smallest) box.append(toCopy("smallest that fails so", smallest));
    more.type = "button";
    const draw = (size) => {
      more.before(...cases.slice(drawn, drawn + size).map(caseOf));
      drawn = Math.min(drawn + size, cases.length);
      more.hidden = drawn === cases.length;
      more.textContent = "Show " + Math.min(PAGE, cases.length - drawn) + " more of " + (cases.length - drawn);
    };
    more.addEventListener("click", () => draw(PAGE));
    box.append(more);
    details.addEventListener("toggle", () => { if (details.open && drawn === 0) draw(FIRST); });
    details.open = first;
    return details;
  };

  const draw = () => {
    const groups = new Map();
    for (const row of matching) {
      if (!groups.has(row[GROUP])) groups.set(row[GROUP], []);
      groups.get(row[GROUP]).push(row);
    }
    const order = [...groups.keys()].sort((a, b) => run.groups[b][1] - run.groups[a][1]);
    list.replaceChildren(...order.map((number, i) => groupOf(number, groups.get(number), i < 3)));
    shown.textContent = matching.length === 0 ? "No failure matches."
      : counted(matching.length, "failure") + " in " + counted(order.length, "group");
  };

  const textOf = (row) => [row[ID], row[X], row[NODE], row[MESSAGE], run.verdicts[row[VERDICT]], run.types[row[TYPE]],
    ...row[CLAUSES].map((clause) => names.clause[clause]), ...row[FINDINGS].flatMap((finding) => finding.slice(4))].join(" ").toLowerCase();

  const select = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = Object.entries(filters).map(([name, place]) => [document.getElementById(name).value, place]).filter(([value]) => value !== "");
    matching = ordered.filter((row) => wanted.every(([value, place]) => [row[place]].flat().includes(Number(value))) &&
      (words.length === 0 || ((text) => words.every((word) => text.includes(word)))(textOf(row))));
    draw();
  };

  for (const [name, place] of Object.entries(filters)) {
    const counts = new Map(), box = document.getElementById(name);
    rows.forEach((row) => [row[place]].flat().forEach((value) => counts.set(value, (counts.get(value) || 0) + 1)));
    [...counts.keys()].sort((a, b) => a - b).forEach((value) => {
      const option = make("option", "", names[name][value] + " (" + counts.get(value) + ")");
      option.value = value;
      box.append(option);
    });
    box.addEventListener("change", select);
  }
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(select, 150); });
  bits.addEventListener("change", () => document.body.classList.toggle("show-bits", bits.checked));

  /* A name in a table chooses those failures. */
  document.querySelectorAll("[data-filter]").forEach((cell) => {
    const [name, value] = cell.dataset.filter.split(" "), box = document.getElementById(name);
    if (![...box.options].some((option) => option.value === value)) return;
    const button = make("button", "link", cell.textContent);
    button.type = "button";
    button.addEventListener("click", () => {
      search.value = "";
      Object.keys(filters).forEach((other) => { document.getElementById(other).value = other === name ? value : ""; });
      select();
      document.getElementById("failing").scrollIntoView();
    });
    cell.replaceChildren(button);
  });
  document.getElementById("controls").hidden = rows.length === 0;
  if (rows.length > 0) draw();
})();
