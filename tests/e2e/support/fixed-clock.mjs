// Loaded by Node before the server: its clock, and PGlite's with it, stands still at FIXED_TIME. So no
// job becomes due, and the seed has the same times in every run.
const fixed = Number(process.env.FIXED_TIME);

globalThis.Date = new Proxy(Date, {
  construct: (target, given, created) =>
    Reflect.construct(target, given.length === 0 ? [fixed] : given, created),
});
Date.now = () => fixed;
