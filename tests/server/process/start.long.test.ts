import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockFolder } from "../../../server/db/lock.ts";
import { programs } from "../../support/programs.ts";

const folder = mkdtempSync(join(tmpdir(), "console-start-"));
const run = programs({ DATA_DIR: join(folder, "data") });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a failed start is reported in one sentence", { timeout: 60_000 }, () => {
  let other: Server;
  let port: string;
  beforeAll(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    port = String(typeof address === "object" ? address?.port : "");
  });
  afterAll(() => other.close());

  test.each([
    [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535."],
    [{ SANDBOX_SPEED: "0" }, "SANDBOX_SPEED must be a number above 0, like 1 or 60."],
    [
      { DATABASE_URL: "mysql://root:pass@localhost/x" },
      "DATABASE_URL must look like postgres://user:password@host:5432/database.",
    ],
    [
      { DATABASE_URL: "postgres://user:pass@127.0.0.1:9/console" },
      "The database of DATABASE_URL (127.0.0.1:9/console) cannot be used: connect ECONNREFUSED 127.0.0.1:9.",
    ],
    [
      { DATA_DIR: "/dev/null/data" },
      "The data folder /dev/null/data cannot be written (ENOTDIR): set DATA_DIR to one that can.",
    ],
    [
      { DISCORD_CLIENT_ID: "1", DISCORD_CLIENT_SECRET: "2" },
      "ADMIN_IDS must name the Discord users who may sign in, by their ids.",
    ],
    [
      { LIVE: "bluesky,myspace" },
      "LIVE must be names of these, separated by commas: x_twitter, instagram, facebook_page, linkedin_profile, linkedin_organization, threads, bluesky, reddit, tiktok, ai, facebook_ads, shopify, amazon_ses, smtp.",
    ],
    [
      { LIVE: "bluesky", SANDBOX_SPEED: "60" },
      "SANDBOX_SPEED is for the sandbox: with LIVE or HOLD time runs as it does.",
    ],
    [
      { LIVE: "bluesky", SEED: "1" },
      "SEED=1 fills a sandbox: a server with LIVE or HOLD begins empty.",
    ],
    [
      { LIVE: "bluesky,reddit", REDDIT_CLIENT_ID: "1", REDDIT_CLIENT_SECRET: "2" },
      "For LIVE=reddit set REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET and REDDIT_USERNAME: Reddit must have approved the app.",
    ],
    [
      { LIVE: "reddit", REDDIT_USERNAME: "u/zima" },
      "REDDIT_USERNAME must be the name of a Reddit user, without u/.",
    ],
    [
      { LIVE: "bluesky,tiktok", TIKTOK_CLIENT_KEY: "1" },
      "For LIVE=tiktok set TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET: TikTok must have approved the app.",
    ],
    [
      { LIVE: "tiktok", TIKTOK_CLIENT_SECRET: "2" },
      "For LIVE=tiktok set TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET: TikTok must have approved the app.",
    ],
    [
      {
        ...{ LIVE: "tiktok", TIKTOK_CLIENT_KEY: "1", TIKTOK_CLIENT_SECRET: "2" },
        TIKTOK_DIRECT: "yes",
      },
      "TIKTOK_DIRECT must be 0 or 1.",
    ],
  ])("%o", async (environment, sentence) => {
    const { code, out, err } = await run("main", [], {
      DATA_DIR: join(folder, "never"),
      ...environment,
    }).ended;
    expect({ code, out, err }).toEqual({ code: 1, out: "", err: `${sentence}\n` });
    expect(existsSync(join(folder, "never"))).toBe(false);
  });

  test("a port that another program uses, and then no folder is created", async () => {
    const never = join(folder, "port-taken");
    const { code, err } = await run("main", [], { PORT: port, DATA_DIR: never }).ended;
    expect([code, err]).toEqual([
      1,
      `Port ${port} is already in use: stop the program that has it, or set PORT to another.\n`,
    ]);
    expect(existsSync(never)).toBe(false);
  });
});

test("it starts, cannot be started twice, survives kill -9, and stops on Ctrl-C", {
  timeout: 120_000,
}, async () => {
  const first = run("main");
  const address = await first.greeted;
  expect(first.said()).toBe(
    `Open ${address} and choose 'Login with Discord', then 'Continue as Administrator'. Ctrl-C stops the server.\n`,
  );
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: "ok" });
  // The subfolder of the database was moved there as a whole.
  expect(readdirSync(join(folder, "data")).toSorted()).toEqual(["database", "secret.key"]);

  const second = await run("main").ended;
  expect([second.code, second.err]).toEqual([
    1,
    `The data folder ${join(folder, "data")} is in use by process ${first.child.pid}: stop that one first, or set DATA_DIR to another folder.\n`,
  ]);

  first.child.kill("SIGKILL");
  await first.ended;
  const third = run("main");
  await third.greeted;
  third.child.kill("SIGINT");
  const { code, err } = await third.ended;
  expect([code, ...logged(err).map(({ level, msg }) => `${level}: ${msg}`)]).toEqual([
    0,
    "info: world",
    "info: started",
    "info: stopping",
    "info: stopped",
  ]);
});

/** Parses the log, which is on stderr so that stdout is for people. */
const logged = (err: string) =>
  err
    .split("\n")
    .filter(Boolean)
    .map((line): Record<string, unknown> => JSON.parse(line));

test("an uncaught error is logged without its message, and ends the process in order", {
  timeout: 120_000,
}, async () => {
  const fault = 'process.on("SIGUSR2", () => Promise.reject(new RangeError("secret")))';
  const server = run("main", [], {
    DATA_DIR: join(folder, "fault"),
    LOG_LEVEL: "fatal",
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}`,
  });
  await server.greeted;
  server.child.kill("SIGUSR2");
  const { code, err } = await server.ended;
  expect([code, logged(err)]).toMatchObject([
    1,
    [{ level: "fatal", msg: "unhandledRejection", error: { name: "RangeError" } }],
  ]);
  expect(err).not.toContain("secret");
  // The folder is free again.
  await (await lockFolder(join(folder, "fault"))).release();
});

test("of ten calls that lock a folder at once one gets it, and the others report its owner", async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
  const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(won).toHaveLength(1);
  for (const reason of lost) expect(reason.message).toContain(`in use by process ${process.pid}:`);
  await won[0]?.release();
  await (await lockFolder(folder)).release();
});
