// Puts texts on the page, always as text. Rows are kept and changed in place, so that readers and focus stay.
const at = (id) => document.getElementById(id);

function put(id, parts) {
  show(at(id), parts);
  at(id).hidden = !parts.length;
}

function drawLabels() {
  for (const element of document.querySelectorAll('[data-say]')) show(element, say(element.dataset.say));
}

function drawCalls(calls, view) {
  at('calls-part').hidden = !calls.length;
  show(at('calls-head'), say(view.isArrivals ? 'page.arrivals' : 'page.departures'));
  keepRows(at('calls'), calls, keyOf, (row, call) => {
    show(part(row, 'h3'), headingOf(call, view));
    drawLine(row, 'time', timeOf(call, view));
    drawLine(row, 'facts', chain(factsOf(call, view)));
  });
}

function drawAlerts(alerts) {
  at('alerts-part').hidden = !alerts.length;
  keepRows(at('alerts'), alerts, (alert) => alert.id, (row, alert) => {
    const header = name(alert.header, alert.language);
    show(part(row, 'h3'), alert.active ? [header] : say('alerts.coming', { header }));
    drawLine(row, 'facts', alert.description ? [name(alert.description, alert.language)] : []);
  });
}

function drawChoices(candidates, choose) {
  at('choices-part').hidden = !candidates.length;
  keepRows(at('choices'), candidates, (one) => one.id, (row, one) => {
    const button = part(row, 'button');
    button.type = 'button';
    button.onclick = () => choose(one.id);
    show(button, [`${one.number}: `, name(one.label)]);
  });
}

// Read out what is new: the region's texts are replaced, so each is heard once.
function drawNews(texts) {
  if (!texts.length) return;
  at('no-news').hidden = true;
  at('news').replaceChildren(...texts.map((text) => {
    const line = document.createElement('p');
    show(line, text);
    return line;
  }));
}

function keepRows(list, things, toKey, draw) {
  const there = new Map([...list.children].map((row) => [row.dataset.key, row]));
  const taken = new Set();
  things.forEach((thing, n) => {
    let key = String(toKey(thing));
    while (taken.has(key)) key += '+';
    taken.add(key);
    const row = there.get(key) ?? document.createElement('li');
    row.dataset.key = key;
    draw(row, thing);
    if (list.children[n] !== row) list.insertBefore(row, list.children[n] ?? null);
  });
  for (const [key, row] of there) if (!taken.has(key)) row.remove();
}

function drawLine(row, kind, text) {
  const line = part(row, 'p', kind);
  show(line, text);
  line.hidden = !text.length;
}

function part(row, tag, kind) {
  const found = row.querySelector(kind ? `.${kind}` : tag);
  if (found) return found;
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  return row.appendChild(made);
}
