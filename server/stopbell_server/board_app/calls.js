// One call as texts. It says what the contract says of it, and counts minutes only from a time that the answer gave.
const NOT_COMING = ['cancelled', 'skipped', 'replaced'];
const PREDICTED = ['live', 'ageing'];
const MINUTE = 60000;
// Seconds, the server's usual bounds; beyond them a prediction is not told as the answer had it.
const FRESH = 90;
const FORGOTTEN = 180;
const OTHER_DAY = 6 * 60 * MINUTE;

function keyOf(call) {
  const trip = call.tripId ?? `${call.line}/${call.headsign}`;
  return [trip, call.serviceDay, call.startTime, call.stopSequence ?? call.scheduledDeparture].join('|');
}

function isComing(call) {
  return !NOT_COMING.includes(call.status) && !['lost', 'none', 'frequency'].includes(call.certainty);
}

// A headsign without its own line's label in front, unless no word would be left.
function dropLabel(headsign, label) {
  if (!label || !headsign.toLowerCase().startsWith(label.toLowerCase())) return headsign;
  const rest = headsign.slice(label.length);
  const bare = rest.replace(/^[ :\-–—]+/, '');
  return bare && bare !== rest && /\p{L}/u.test(bare) ? bare : headsign;
}

function subjectOf(call) {
  const { line: label, headsign, destination } = call;
  const toward = headsign && destination ? dropLabel(headsign, label) : headsign ?? destination;
  if (label === undefined) return toward ? say('call.no_line_to', { headsign: name(toward) }) : say('call.unknown');
  const line = name(label);
  if (!toward) return /^\p{Nd}+$/u.test(label) ? say('call.line_number', { line }) : [line];
  const [first, ...rest] = toward.split(' ');
  const saysToward = WORDS[language].toward.some((word) =>
    /\p{Script=Han}/u.test(word) ? toward.startsWith(word) : rest.join(' ') && first.toLowerCase() === word);
  return say(saysToward ? 'call.line_headed' : 'call.line_to', { line, headsign: name(toward) });
}

// What the call is headed by: what changes the plan comes first.
function headingOf(call, view) {
  const subject = subjectOf(call);
  if (NOT_COMING.includes(call.status)) return say(`call.${call.status}`, { call: subject });
  if (call.status === 'ends-here' && !view.isArrivals) return say('call.ends_early', { call: subject });
  if (!call.plannedPlatform || !call.platform) return subject;
  const places = { platform: name(call.platform), planned: name(call.plannedPlatform) };
  return say('call.platform_change', { ...places, call: subject });
}

function findTime(call, view) {
  const ends = view.isArrivals ? ['Arrival', 'Departure'] : ['Departure', 'Arrival'];
  for (const end of ends) {
    for (const how of ['observed', 'expected', 'scheduled']) {
      if (call[how + end]) return { at: call[how + end], isObserved: how === 'observed' };
    }
  }
  return { at: null, isObserved: false };
}

function findPlanned(call, view) {
  const ends = [call.scheduledDeparture, call.scheduledArrival];
  return (view.isArrivals ? ends.reverse() : ends).find(Boolean) ?? null;
}

// The time of day in the instant's own zone, with its day where it could be mistaken for today's.
function clockOf(at, now) {
  const clock = clockText(at);
  const offset = /([+-])(\d\d):(\d\d)$/.exec(at);
  const shift = offset ? Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3])) * MINUTE : 0;
  const days = (Date.parse(at.slice(0, 10)) - Date.parse(new Date(now + shift).toISOString().slice(0, 10))) / 864e5;
  if (days === 0 || Math.abs(Date.parse(at) - now) < OTHER_DAY) return [clock];
  return days === 1 ? say('time.tomorrow', { clock }) : [`${at.slice(0, 10)} ${clock}`];
}

// Whole minutes until it, as the server counts them; null where it counted none or the board is too old to count on.
function minutesOf(call, view) {
  const { at } = call.certainty === 'timetable' ? { at: findPlanned(call, view) } : findTime(call, view);
  const isOld = PREDICTED.includes(call.certainty) ? isTooOld(call, view) : view.isOld;
  if (isOld || call.minutes === undefined || !at || !isComing(call)) return null;
  return countMinutes(Date.parse(at) - view.now);
}

// Rounded down as the server does: 0 up to half a minute, 1 up to two, null when it is past by over a minute.
function countMinutes(span) {
  if (span < -MINUTE) return null;
  return span <= MINUTE / 2 ? 0 : Math.max(1, Math.floor(span / MINUTE));
}

function span(count) {
  return say('unit.minutes', { count });
}

// When, with the word for how sure it is. Short: without the clock where minutes are told, for what is read out.
function timeOf(call, view, isShort) {
  if (NOT_COMING.includes(call.status)) {
    const planned = findPlanned(call, view);
    return planned ? clockOf(planned, view.now) : [];
  }
  const { at, isObserved } = findTime(call, view);
  const clock = at ? clockOf(at, view.now) : null;
  if (call.certainty === 'lost') return at ? say('time.lost_known', { clock }) : say('time.lost');
  if (call.certainty === 'frequency') return headwayOf(call);
  if (call.certainty === 'timetable') return plannedTimeOf(call, view);
  if (!at || !PREDICTED.includes(call.certainty)) return say('time.none');
  if (isObserved) return say(view.isArrivals ? 'time.arrived' : 'time.departed', { clock });
  if (isTooOld(call, view)) return say('page.was_expected', { clock });
  if (view.now - Date.parse(at) > MINUTE) return say('time.passed', { clock });
  return chain([comingTimeOf(call, view, clock, isShort), certaintyOf(call, view)]);
}

// Seconds since what is known of a call was reported, as the answer had it and as it has become since.
function agesOf(call, view) {
  const told = call.ageSeconds ?? view.age;
  return { told, now: told === undefined ? undefined : told + view.elapsed };
}

// An answer grows old on the page: what it called live is not for ever, and in the end is known no more.
function isTooOld(call, view) {
  const { told, now } = agesOf(call, view);
  return view.isOld || (now !== undefined && now > Math.max(FORGOTTEN, told));
}

function certaintyOf(call, view) {
  const { told, now } = agesOf(call, view);
  if (call.certainty === 'live' && (now === undefined || now <= Math.max(FRESH, told))) return say('certainty.live');
  return now === undefined ? say('certainty.ageing_unknown') : say('certainty.ageing', { age: ageOf(now) });
}

function ageOf(seconds) {
  if (seconds < 90) return say('unit.seconds', { count: Math.max(1, seconds) });
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? span(minutes) : say('unit.hours', { count: Math.round(minutes / 60) });
}

function comingTimeOf(call, view, clock, isShort) {
  const minutes = minutesOf(call, view);
  if (minutes === null || minutes > 60) return say('time.clock', { clock });
  if (minutes === 0) return say(call.startsHere && !view.isArrivals ? 'time.departing_now' : 'time.now');
  if (isShort) return say('time.minutes', { minutes: span(minutes) });
  return say('time.minutes_clock', { minutes: span(minutes), clock });
}

function headwayOf({ headwayMinutes: count }) {
  if (count === undefined) return say('time.none');
  return count === 1 ? say('time.frequency_minute') : say('time.frequency', { count });
}

function plannedTimeOf(call, view) {
  const at = findPlanned(call, view);
  if (!at) return say('time.none');
  const clock = clockOf(at, view.now);
  if (view.now - Date.parse(at) > MINUTE) return say('time.timetable_passed', { clock });
  if (call.approximate) return say('time.timetable_about', { clock });
  const minutes = minutesOf(call, view);
  if (!minutes || minutes > 60) return say('time.timetable', { clock });
  return say('time.timetable_minutes', { clock, minutes: span(minutes) });
}

function accessOf(access) {
  const told = [];
  if (access?.lowFloor === 'yes') told.push('access.low_floor');
  if (access?.lowFloor === 'no') told.push('access.not_low_floor');
  if (access?.verdict === 'yes') told.push('access.yes');
  else if (access?.vehicle?.value === 'no') told.push('access.no');
  else if (access?.stop?.value === 'no') told.push('access.stop_no');
  else if (access?.vehicle?.value === 'yes') told.push('access.vehicle_yes_stop_unknown');
  else told.push('access.unknown');
  return told;
}

// What else is known of a call that comes; whether one can board is always said, also that nobody knows.
function factsOf(call, view) {
  if (NOT_COMING.includes(call.status)) return [];
  const ids = [];
  if (call.status === 'added') ids.push('call.added');
  if (call.status === 'ends-here' && view.isArrivals) ids.push('call.ends_here');
  if (call.boarding && call.status !== 'ends-here') ids.push(`boarding.${call.boarding}`);
  ids.push(...accessOf(call.access));
  if (call.occupancy) ids.push(`occupancy.${call.occupancy}`);
  const told = ids.filter(has).map((id) => say(id));
  if (call.platform && !call.plannedPlatform) told.push(say('call.platform', { platform: name(call.platform) }));
  return told;
}
