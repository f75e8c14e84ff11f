import { appendFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { schedulerApi } from "@/features/scheduler/contract";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { openDatabase } from "../../../server/db/client.ts";
import { abandonedAfter } from "../../../server/features/scheduler/account-turn.ts";
import { enqueueDue } from "../../../server/features/scheduler/due.ts";
import {
  recoverAbandoned,
  recoverInterrupted,
} from "../../../server/features/scheduler/unknown-posts.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { seededRandom } from "../../support/random.ts";
import { openCopy } from "../../support/server.ts";
import { createWorld } from "../world.ts";
import { areOpen, count, createChaos, liveIn, posts, schedule, untilNext } from "./chaos.ts";
import { blueskyServer, blueskyStandIn, type Subject, subjects } from "./subjects.ts";

// Thousands of calls each: this only ends what hangs.
vi.setConfig({ testTimeout: 3_600_000 });

describe("at most once, through lost answers, errors, limits and killed processes", () => {
  test.each(subjects)("$name", drive);

  describe("exactly once", () => {
    let standIn: Subject;
    beforeAll(async () => {
      standIn = await blueskyStandIn();
    });
    test("Bluesky", () => drive(standIn));
  });
  describe.runIf(isPeerInstalled("pds"))("exactly once", { tags: ["peers"] }, () => {
    let server: Subject;
    beforeAll(async () => {
      server = await blueskyServer();
    });
    test("a real server of the AT Protocol", () => drive(server));
  });
});

// Only one process can use PGlite. Set TEST_DATABASE_URL to a PostgreSQL to run these.
describe.skipIf(!process.env.TEST_DATABASE_URL)("at most once, by two servers at a time", () => {
  test.each(subjects)("$name", driveTwo);

  let standIn: Subject;
  beforeAll(async () => {
    standIn = await blueskyStandIn();
  });
  test("Bluesky", () => driveTwo(standIn));
});

/** Publishes the posts through all that can happen, and counts what became of them. */
async function drive(subject: Subject) {
  const { name, platform, isExactlyOnce, start } = subject;
  const chaos = createChaos(seededRandom(Number(process.env.TEST_SEED)));
  const world = await createWorld({
    ports: { world: liveWorld([platform], false), publisher: chaos.publisher },
  });
  const peer = await start(world.clock);
  try {
    const run = () => chaos.begin(peer, liveIn(world));
    run();
    await schedule(world, platform, peer.credentials, subject);

    const settle = async () => {
      for (let round = 0; round < 3000 && (await areOpen(world)); round++) {
        const end = await Promise.race([world.runJobs(), chaos.death()]);
        if (end === "dead") {
          run();
          await world.transaction(recoverInterrupted);
          await world.database.query(
            "update pgboss.job set state = 'retry' where state = 'active'",
          );
        }
        world.clock.advance(await untilNext(world));
        if (end === 0) await world.transaction(enqueueDue);
      }
    };
    await settle();
    const outcome = await count(world, peer);
    note({ name, deaths: chaos.deaths(), faults: chaos.faults(), ...outcome });
    expect(chaos.deaths()).toBeGreaterThan(posts / 20);
    expect(outcome).toMatchObject(none);

    if (!isExactlyOnce) return;
    // The faults left some posts to the operator: the platform still knows them when it is asked.
    chaos.end();
    for (const { id, status } of await world.posts()) {
      if (status === "published") continue;
      const query = { confirm_unknown: status === "unknown" };
      await world.call(schedulerApi.retry, { params: { id }, query });
    }
    await settle();
    expect(await count(world, peer)).toEqual({ ...none, published: posts, unknown: 0, failed: 0 });
  } finally {
    await world.close();
    await peer.close();
  }
}

const none = {
  posts,
  duplicates: 0,
  lost: 0,
  "wrongly published": 0,
  "wrongly failed": 0,
};

/** Does the same by two servers on one database, neither of which knows whether the other one lives. */
async function driveTwo(subject: Subject) {
  const { name, platform, start } = subject;
  const { database, url, drop } = await openCopy();
  const seed = Number(process.env.TEST_SEED);
  const servers = await Promise.all(
    [database, await openDatabase({ url: url ?? "" })].map(async (own, n) => {
      const chaos = createChaos(seededRandom(seed + n));
      const ports = { world: liveWorld([platform], false), publisher: chaos.publisher };
      return { chaos, world: await createWorld({ database: own, ports }) };
    }),
  );
  const [first] = servers;
  if (!first) throw new Error("There is no server.");
  const { world } = first;
  const peer = await start(world.clock);
  const begin = ({ chaos }: (typeof servers)[number]) => chaos.begin(peer, liveIn(world));
  const advance = (ms: number) => {
    for (const server of servers) server.world.clock.advance(ms);
  };
  try {
    for (const server of servers) begin(server);
    await schedule(world, platform, peer.credentials, subject);
    for (let round = 0; round < 3000 && (await areOpen(world)); round++) {
      const ends = await Promise.all(
        servers.map((server) => Promise.race([server.world.runJobs(), server.chaos.death()])),
      );
      if (ends.includes("dead")) {
        for (const [n, server] of servers.entries()) if (ends[n] === "dead") begin(server);
        // The queue gives up the jobs of the dead, as the domain does their posts.
        advance(abandonedAfter + 1000);
        await world.transaction((context) => recoverAbandoned(context));
        await database.query("update pgboss.job set state = 'retry' where state = 'active'");
      }
      advance(await untilNext(world));
      if (ends.every((end) => end === 0)) await world.transaction(enqueueDue);
    }
    const deaths = servers.reduce((sum, { chaos }) => sum + chaos.deaths(), 0);
    const faults = servers.reduce((sum, { chaos }) => sum + chaos.faults(), 0);
    const outcome = await count(world, peer);
    note({ name: `${name}, two servers`, deaths, faults, ...outcome });
    expect(deaths).toBeGreaterThan(posts / 20);
    expect(outcome).toMatchObject(none);
  } finally {
    for (const server of servers) await server.world.close();
    await drop();
    await peer.close();
  }
}

/** Adds a line to the table of the figures, if one is asked for. */
function note(line: object) {
  const file = process.env.AT_MOST_ONCE_TABLE;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
