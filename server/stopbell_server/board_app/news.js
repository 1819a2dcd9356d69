// What is read out: milestones and changes, each once. A countdown alone never is.
const MILESTONES = [10, 5, 2, 1, 0];
const WATCHED = 3;
const MOST_AT_ONCE = 3;
const FALLS_BACK = 2 * MINUTE;

function makeWatch() {
  const known = new Map();
  // Give what is new since the last look, as sentences; the first look gives nothing, for all of it is on the page.
  return function look(calls, view) {
    if (view.isOld) return [];
    const coming = calls.filter(isComing).slice(0, WATCHED);
    const news = calls.flatMap((call) => {
      const key = keyOf(call);
      const before = known.get(key);
      const minutes = minutesOf(call, view);
      const told = before?.told ?? new Set(MILESTONES.filter((one) => minutes !== null && minutes <= one));
      const after = { call, told, expected: before?.expected ?? instantOf(call, view) };
      known.set(key, after);
      if (!before) return [];
      const changed = changesOf(before.call, call, view);
      if (minutes !== null && NOT_COMING.includes(before.call.status)) reach(told, minutes);
      if (changed.length || !coming.includes(call) || minutes === null) return changed;
      return milestoneOf(call, after, minutes, view);
    });
    return news.length > MOST_AT_ONCE
      ? [...news.slice(0, MOST_AT_ONCE), say('page.more_news', { count: news.length - MOST_AT_ONCE })]
      : news;
  };
}

function changesOf(before, call, view) {
  const subject = subjectOf(call);
  const whole = chain([headingOf(call, view), timeOf(call, view, true)]);
  if (call.status !== before.status) {
    if ([...NOT_COMING, 'ends-here'].includes(call.status)) return [sentence(whole)];
    if (NOT_COMING.includes(before.status)) return [sentence(say('page.runs_again', { call: whole }))];
  }
  if (NOT_COMING.includes(call.status)) return [];
  if (call.platform && before.platform && call.platform !== before.platform) {
    const moved = say('page.platform', { call: subject, platform: name(call.platform) });
    return [call.plannedPlatform ? sentence(headingOf(call, view)) : sentence(moved)];
  }
  if (PREDICTED.includes(before.certainty) && !PREDICTED.includes(call.certainty)) {
    const time = timeOf(call, view, true);
    if (call.certainty === 'lost') return [sentence(subject, time)];
    return [sentence(say('page.no_longer_live', { call: subject, time }))];
  }
  return [];
}

function milestoneOf(call, watched, minutes, view) {
  const reached = reach(watched.told, minutes);
  const subject = subjectOf(call);
  const expected = instantOf(call, view);
  const earlier = watched.expected;
  if (reached.length) {
    watched.expected = expected;
    return [sentence(subject, timeOf(call, view, true))];
  }
  if (!watched.told.size || expected < earlier + FALLS_BACK) return [];
  watched.expected = expected;
  const [now, before] = [minutes, countMinutes(earlier - view.now) ?? 0].map((count) =>
    say('time.minutes', { minutes: span(count) }));
  return [sentence(say('page.later', { call: subject, minutes: now, earlier: before }))];
}

// Give the milestones that are reached now and have not been told; from now on they have.
function reach(told, minutes) {
  const reached = MILESTONES.filter((one) => minutes <= one && !told.has(one));
  reached.forEach((one) => told.add(one));
  return reached;
}

function instantOf(call, view) {
  const { at } = findTime(call, view);
  return at ? Date.parse(at) : Infinity;
}
