// A link into a clause opens it; the field hides the clauses that do not hold its words.
const clauses = [...document.querySelectorAll('.clause')];
const field = document.getElementById('words');
const count = document.getElementById('shown');

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !target.classList.contains('clause')) return;
  if (target.hidden) { field.value = ''; filter(); }
  target.open = true;
  target.scrollIntoView();
}

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const clause of clauses) {
    const text = clause.textContent.toLowerCase();
    clause.hidden = !words.every((word) => text.includes(word));
    if (!clause.hidden) shown++;
  }
  for (const family of document.querySelectorAll('.family')) family.hidden = !family.querySelector('.clause:not([hidden])');
  count.value = `${shown} of ${clauses.length}`;
}

field.addEventListener('input', filter);
for (const [name, open] of [['open', true], ['close', false]])
  document.getElementById(name).addEventListener('click', () => clauses.forEach((c) => { if (!c.hidden) c.open = open; }));
addEventListener('hashchange', openTarget);
filter();
openTarget();
