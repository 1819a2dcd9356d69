// Texts are lists of parts: a string, or a name that is shown in its own direction and, where known, language.
const WORDS = unpack(JSON.parse(document.getElementById('words').textContent));
let language = 'en';
let plurals = new Intl.PluralRules('en');

// Put each text of a language beside its id; they come apart, as the ids are the same for all.
function unpack({ ids, languages }) {
  for (const words of Object.values(languages)) words.messages = Object.fromEntries(ids.map((id, n) => [id, words.texts[n]]));
  return languages;
}

// Speak a language, or its broader one; one that the page has no words for changes nothing.
function choose(tag) {
  const wanted = String(tag ?? '').toLowerCase();
  const steps = [wanted, wanted.split('-')[0]];
  const found = steps.map((step) => Object.keys(WORDS).find((one) => one.toLowerCase() === step)).find(Boolean);
  if (!found) return;
  language = found;
  plurals = new Intl.PluralRules(found);
  document.documentElement.lang = found;
  document.documentElement.dir = WORDS[found].dir;
}

function name(text, lang) {
  return { name: String(text), lang: lang ? String(lang) : '' };
}

// Fill a message; `count` chooses its plural form. Values are texts, numbers, names or lists of parts.
function say(id, values = {}) {
  const message = WORDS[language].messages[id];
  const form = typeof message === 'string' ? message : message[plurals.select(values.count)] ?? message.other;
  return form.split(/\{(\w+)\}/).flatMap((piece, n) => {
    if (n % 2 === 0) return piece ? [piece] : [];
    const value = values[piece];
    return Array.isArray(value) ? value : [value?.name === undefined ? String(value) : value];
  });
}

function has(id) {
  return Object.hasOwn(WORDS[language].messages, id);
}

function chain(texts) {
  return texts.filter((text) => text.length).flatMap((text, n) => (n ? [WORDS[language].comma, ...text] : text));
}

function sentence(...texts) {
  const whole = chain(texts);
  return /[.?!…。？！]$/.test(plain(whole)) ? whole : [...whole, WORDS[language].stop];
}

function plain(parts) {
  return parts.map((part) => part.name ?? part).join('');
}

// Where words have no blanks, a name in other letters gets one on each side.
function apart(parts) {
  const blank = WORDS[language].apart;
  if (!blank) return parts;
  return parts.flatMap((part, n) => (n && meet(plain([parts[n - 1]]), plain([part])) ? [blank, part] : [part]));
}

function meet(before, after) {
  const letters = [before.slice(-1), after.slice(0, 1)];
  return letters.every((one) => /\p{L}/u.test(one)) && new Set(letters.map((one) => /\p{Script=Han}/u.test(one))).size > 1;
}

// The time of day of an ISO instant, in its own zone.
function clockText(at) {
  const clock = at.slice(11, 16);
  return WORDS[language].bareHour ? clock.replace(/^0/, '') : clock;
}

const shown = new WeakMap();

// Show a text where it has changed; what stays the same is left alone, so that a reader keeps its place.
function show(element, parts) {
  const mark = JSON.stringify(parts);
  if (shown.get(element) === mark) return;
  shown.set(element, mark);
  element.replaceChildren(...apart(parts).map(toNode));
}

function toNode(part) {
  if (part.name === undefined) return document.createTextNode(part);
  const node = document.createElement('bdi');
  if (part.lang) node.lang = part.lang;
  node.textContent = part.name;
  return node;
}
