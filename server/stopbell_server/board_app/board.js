// The board: takes answers from the host, asks again, and draws. Only what an answer says is shown as fact.
const TOOL = 'get_arrivals';
const EVERY = 30000;
const TICK = 5000;
const OLD = 90000;
const UNUSED = 30 * MINUTE;

const watch = makeWatch();
const state = {
  phase: 'waiting',
  result: null,
  arguments: {},
  now: 0,
  takenAt: 0,
  asked: 0,
  used: 0,
  isAsking: false,
  isAuto: true,
  hasFailed: false,
  canAsk: false,
  isOldTold: false,
  isBeingReplaced: false,
};

const host = connect({
  'ui/notifications/tool-input': (params) => { state.arguments = params.arguments ?? {}; },
  'ui/notifications/tool-result': (result) => take(result, false),
  'ui/notifications/tool-cancelled': () => { if (!state.result) state.phase = 'empty'; draw(); },
  'ui/notifications/host-context-changed': follow,
  'ui/resource-teardown': () => { state.canAsk = false; },
});

// Take an answer. One that we asked for is of this moment; one from the conversation may have been kept for long.
function take(result, isFresh) {
  const answer = result?.structuredContent;
  const text = result?.content?.find((block) => block.type === 'text')?.text;
  if (!answer?.data && !text) return;
  state.result = answer?.data ? answer : { text: String(text), data: {} };
  state.phase = 'answered';
  state.hasFailed = false;
  state.now = Date.parse(state.result.data.now) || Date.now();
  const age = isFresh ? 0 : Math.max(0, Date.now() - state.now);
  state.takenAt = performance.now() - age;
  if (isFresh) state.asked = performance.now();
  state.isOldTold = false;
  state.isBeingReplaced = age > OLD && state.canAsk; // Only where that fails its age is read out.
  choose(state.result.language);
  draw();
  if (age > OLD) renew();
}

function getView() {
  const elapsed = performance.now() - state.takenAt;
  return {
    now: state.now + elapsed,
    elapsed: Math.floor(elapsed / 1000),
    isOld: elapsed > OLD,
    isArrivals: state.result?.data.kind === 'arrivals',
    age: state.result?.provenance?.ageSeconds,
  };
}

async function renew() {
  if (!state.canAsk || state.isAsking || !state.result) return;
  state.isAsking = true;
  state.asked = performance.now();
  try {
    const stop = state.result.data.stop?.id ?? state.arguments.stop;
    const given = { ...state.arguments, language: state.result.language, stop };
    take(await host.ask('tools/call', { name: TOOL, arguments: given }), true);
  } catch {
    state.hasFailed = true;
    state.isBeingReplaced = false;
  }
  state.isAsking = false;
  draw();
}

// Show all as it is now; `news` is read out after what has changed on the board itself.
function draw(news = []) {
  drawLabels();
  const { result } = state;
  const data = result?.data ?? {};
  const view = getView();
  const clock = data.now ? clockText(data.now) : null;
  const stop = data.stop ? [name(data.stop.name, data.stop.language)] : say('page.title');
  show(at('stop'), stop);
  document.title = plain(stop);
  put('state', stateText(clock, view));
  drawCalls(data.arrivals ?? [], view);
  put('more', data.more ? say('board.more', { count: data.more }) : []);
  drawAlerts(data.alerts ?? []);
  put('more-alerts', data.moreAlerts ? say('alert.more', { count: data.moreAlerts }) : []);
  at('answer-part').hidden = !result?.text;
  show(at('answer-head'), clock ? say('page.answer', { clock }) : say('page.answer_plain'));
  show(at('answer'), result?.text ? [name(result.text)] : []);
  drawChoices(result?.status?.candidates ?? [], chooseStop);
  const source = result?.provenance?.attribution;
  put('source', source ? say('page.source', { source: name(source) }) : []);
  drawRenewing();
  const changes = result ? watch(data.arrivals ?? [], view) : [];
  if (view.isOld && clock && !state.isOldTold && !state.isBeingReplaced) {
    state.isOldTold = true;
    changes.push(say('page.old', { clock }));
  }
  drawNews([...changes, ...news]);
}

function stateText(clock, view) {
  if (!state.result) return say(state.phase === 'waiting' ? 'page.waiting' : 'page.empty');
  if (!clock) return [];
  if (view.isOld) return say('page.old', { clock });
  return say(state.hasFailed ? 'page.failed' : 'page.as_of', { clock });
}

function drawRenewing() {
  at('renewing-part').hidden = !state.result;
  at('buttons').hidden = !state.canAsk;
  show(at('auto'), say(state.isAuto ? 'page.pause' : 'page.resume'));
  const pace = state.isAuto ? say('page.auto_on', { count: EVERY / 1000 }) : say('page.auto_off');
  show(at('pace'), state.canAsk ? pace : say('page.no_renewing'));
}

function chooseStop(id) {
  state.arguments = { ...state.arguments, stop: id };
  state.result = { ...state.result, data: {} };
  touch();
  renew().then(() => at('stop').focus());
}

function touch() {
  state.used = performance.now();
}

function tick() {
  const now = performance.now();
  if (state.isAuto && state.canAsk && now - state.used > UNUSED) {
    state.isAuto = false;
    draw([say('page.auto_ended', { minutes: span(UNUSED / MINUTE) })]);
    return;
  }
  draw();
  if (state.isAuto && !document.hidden && now - state.asked >= EVERY) renew();
}

function follow(context) {
  if (['light', 'dark'].includes(context.theme)) document.documentElement.dataset.theme = context.theme;
  if (context.locale && !state.result) choose(context.locale);
  draw();
}

async function start() {
  choose(navigator.language);
  draw();
  const answer = await greet(host);
  state.canAsk = Boolean(answer?.hostCapabilities?.serverTools);
  state.asked = performance.now();
  touch();
  if (!answer && !state.result) state.phase = 'empty';
  follow(answer?.hostContext ?? {});
  if (state.result && getView().isOld) renew();
}

at('refresh').addEventListener('click', () => { touch(); renew(); });
at('auto').addEventListener('click', () => { state.isAuto = !state.isAuto; touch(); draw(); });
new ResizeObserver(() => {
  const { width, height } = document.body.getBoundingClientRect();
  host.tell('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
}).observe(document.body);
setInterval(tick, TICK);
start();
