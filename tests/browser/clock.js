// Time stands still until a test moves it: timers, Date.now and performance.now follow `stopbellClock` alone.
(() => {
  let elapsed = 0;
  let last = 0;
  let start = START;
  const timers = new Map();
  const later = window.setTimeout.bind(window);
  const put = (run, wait, every) => { timers.set(++last, { run, at: elapsed + (wait || 0), every }); return last; };
  window.setTimeout = (run, wait) => put(run, wait, null);
  window.setInterval = (run, wait) => put(run, wait, wait);
  window.clearTimeout = window.clearInterval = (id) => timers.delete(id);
  performance.now = () => elapsed;
  Date.now = () => start + elapsed;
  const settle = () => new Promise((done) => later(done, 0));
  window.stopbellClock = {
    async advance(span) {
      const end = elapsed + span;
      for (;;) {
        const due = [...timers].filter(([, one]) => one.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        const [id, one] = due;
        elapsed = Math.max(elapsed, one.at);
        if (one.every === null) timers.delete(id);
        else one.at += one.every;
        one.run();
        await settle();
      }
      elapsed = end;
      await settle();
    },
    settle,
  };
})();
