import { findChromium, howToGetChromium } from "./chromium.mjs";
import { hasPostgres, howToGetPostgres, startCluster } from "./cluster.mjs";
import { hasFaketime, howToGetFaketime } from "./faketime.mjs";
import { hasFfmpeg, howToGetFfmpeg } from "./ffmpeg.mjs";
import { inBrowser, inProcess } from "./gate.mjs";
import { hasJinja, howToGetJinja } from "./jinja-judge.mjs";
import { findFirefox, findWebKit, howToGetOtherBrowsers } from "./other-browsers.mjs";
import { howToGetPeers, missingPeers } from "./peers.mjs";
import { root, run } from "./project.mjs";

/** A condition on the tags of tests: Vitest's filter, and the same as a function of a test's tags. */
const only = (tag) => ({ filter: tag, has: (own) => own.includes(tag) });
const without = (...tags) => ({
  filter: tags.map((tag) => `!${tag}`).join(" && "),
  has: (own) => !tags.some((tag) => own.includes(tag)),
});

const chromium = () => !findChromium() && `No Chromium was found. ${howToGetChromium}`;

/**
 * The parts of `npm run test:all`. `missing` returns why a part cannot run here, `lacks` why some of its
 * tests are left out. `projects` and `tags` choose tests for Vitest, which `around` starts in an
 * environment; `run` replaces Vitest and takes the seed.
 */
export const parts = {
  gate: {
    missing: chromium,
    projects: [...inProcess, ...inBrowser],
    tags: without("clock", "peers"),
  },
  clock: { projects: inProcess, tags: only("clock") },
  browser: { missing: chromium, projects: ["e2e"], tags: without("peers") },
  pictures: { missing: chromium, projects: ["pictures"] },
  faults: { missing: chromium, projects: ["faults"] },
  long: { projects: ["long"], tags: without("peers") },
  postgres: {
    missing: async () => !(await hasPostgres()) && `No PostgreSQL was found. ${howToGetPostgres}`,
    projects: ["server", "server-alone", "long"],
    tags: without("peers"),
    around: onPostgres,
  },
  firefox: {
    missing: () => !findFirefox() && `No Firefox was found. ${howToGetOtherBrowsers}`,
    projects: ["firefox"],
  },
  webkit: {
    missing: () =>
      !findWebKit() && `No WebKitGTK with its driver was found. ${howToGetOtherBrowsers}`,
    projects: ["webkit"],
  },
  peers: {
    missing: () => {
      const names = missingPeers();
      if (names.length > 0) return `Not installed: ${names.join(", ")}. ${howToGetPeers}`;
      return chromium();
    },
    lacks: () =>
      !hasFfmpeg() &&
      `No ffmpeg with its ffprobe was found: the tests of videos are left out. ${howToGetFfmpeg}`,
    projects: ["server", "long", "e2e"],
    tags: only("peers"),
  },
  "flaky-network": { missing: chromium, projects: ["flaky-network"] },
  "any-date": {
    missing: () => !hasFaketime() && `No faketime was found. ${howToGetFaketime}`,
    run: () => run(process.execPath, ["scripts/any-date.mjs"], { cwd: root }),
  },
  jinja: {
    missing: () => !hasJinja() && `No Jinja2 was found. ${howToGetJinja}`,
    run: (seed) => run(process.execPath, ["scripts/jinja.mjs", "--seed", seed], { cwd: root }),
  },
  crash: {
    run: (seed) =>
      run(process.execPath, ["scripts/crash.mjs", "--rounds", "10", "--seed", seed], { cwd: root }),
  },
};

/** Starts Vitest with the address of a PostgreSQL server of its own. */
async function onPostgres(start) {
  const cluster = await startCluster(["fsync=off", "max_connections=200"]);
  try {
    return await start({ TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.remove();
  }
}
