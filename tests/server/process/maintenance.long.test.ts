import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, describe, expect, test, vi } from "vitest";
import { checkBackup } from "../../../server/db/backup/backup-file.ts";
import { fetchBackup, handOverBackups } from "../../../server/db/hand-over.ts";
import { callHolder, lockFolder } from "../../../server/db/lock.ts";
import { silence } from "../../../server/kernel/log.ts";
import { testKey } from "../../support/ports.ts";
import { onServer, urlOf } from "../../support/postgres.ts";
import { programs } from "../../support/programs.ts";
import { createTestServer } from "../../support/server.ts";

// Most of these start several processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), "console-maintenance-"));
const run = programs({ INIT_CWD: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = () => mkdtempSync(join(folder, "data-"));

const maintain = (command: string, given: string[], environment: Record<string, string>) =>
  run("maintenance", [command, ...given], environment).ended;

async function startServer(environment: Record<string, string>) {
  const { child, ended, greeted } = run("main", [], environment);
  const origin = await greeted;
  const signIn = await fetch(`${origin}/login/discord`, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ origin, as: "administrator" }),
    redirect: "manual",
  });
  const token = new URL(signIn.headers.get("location") ?? origin).searchParams.get("token");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (path: string, body?: unknown) =>
    fetch(`${origin}/api/v1/${path}`, {
      method: "POST",
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    headers,
    status: async (as: Record<string, string>) =>
      (await fetch(`${origin}/api/v1/publishing/account-groups`, { headers: as })).status,
    /** The names of all groups. */
    groups: async (as: Record<string, string> = headers) => {
      const response = await fetch(`${origin}/api/v1/publishing/account-groups`, { headers: as });
      return ((await response.json()) as { name: string }[]).map(({ name }) => name);
    },
    addGroup: (name: string) => post("publishing/account-groups", { name, description: null }),
    post,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

describe("From one folder to another", () => {
  const [old, fresh] = [newFolder(), join(folder, "fresh")];
  const [hot, cold] = [join(folder, "hot.gz"), join(folder, "cold.gz")];
  let session: Record<string, string>;

  test("a running server is backed up, and continues", async () => {
    const server = await startServer({ DATA_DIR: old, SEED: "1" });
    session = server.headers;
    await server.addGroup("Pre");
    const { code, out, err } = await maintain("backup", ["hot.gz"], { DATA_DIR: old });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`is saved in ${hot}: `);
    expect(out).toContain("It holds the key that opens stored credentials");
    expect(statSync(hot).mode & 0o777).toBe(0o600);
    await server.addGroup("Posle");
    expect(await server.groups()).toContain("Posle");
    await expect.poll(() => readdirSync(old).toSorted()).toEqual(["database", "secret.key"]);

    const again = await maintain("backup", ["hot.gz"], { DATA_DIR: old });
    expect([again.code, again.err]).toEqual([
      1,
      `There is already a file ${hot}: nothing was written.\n`,
    ]);
    const over = await maintain("restore", ["hot.gz"], { DATA_DIR: old });
    expect([over.code, over.err]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* is in use by process \d+: /),
    ]);
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test("a stopped one is backed up by the command itself", async () => {
    const { code } = await maintain("backup", ["cold.gz"], { DATA_DIR: old });
    expect(code).toBe(0);
    expect((await checkBackup(cold)).header.isLive).toBe(false);
  });

  test("it is not restored over another key", async () => {
    const other = newFolder();
    await (await startServer({ DATA_DIR: other })).stop();
    const foreign = await maintain("restore", ["hot.gz"], { DATA_DIR: other });
    expect([foreign.code, foreign.err]).toEqual([
      1,
      `The folder ${other} has the key of another installation: set DATA_DIR to an empty folder.\n`,
    ]);
  });

  test("it is restored, and everybody has to sign in again", async () => {
    const { code, out, err } = await maintain("restore", ["hot.gz"], { DATA_DIR: fresh });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^public\.groups +4 +4 +same$/m);
    expect(out).toMatch(/Now: npm start$/m);
    expect(readFileSync(join(fresh, "secret.key"))).toEqual(readFileSync(join(old, "secret.key")));
    expect(statSync(join(fresh, "secret.key")).mode & 0o777).toBe(0o600);

    const server = await startServer({ DATA_DIR: fresh });
    expect(await server.status(session)).toBe(401);
    const groups = await server.groups();
    expect(groups).toContain("Pre");
    expect(groups).not.toContain("Posle");
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test.skipIf(!process.env.TEST_DATABASE_URL)("it is copied to PostgreSQL", async () => {
    const url = process.env.TEST_DATABASE_URL ?? "";
    const name = `console_copied_${process.pid}_${Date.now()}`;
    await onServer(url, `create database ${name}`);
    const environment = { DATA_DIR: old, DATABASE_URL: urlOf(url, name) };
    try {
      const { code, out, err } = await maintain("copy", [], environment);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toMatch(/^public\.groups +5 +5 +same$/m);
      expect(out).not.toMatch(/differs/);
      expect(out).toContain("Now start with DATABASE_URL set");
      const server = await startServer(environment);
      expect(await server.groups(session)).toEqual(expect.arrayContaining(["Pre", "Posle"]));
      expect((await server.addGroup("Na PostgreSQL-u")).status).toBe(201);
      // And a backup of that works as for a folder.
      const saved = await maintain("backup", ["postgres.gz"], environment);
      expect([saved.code, saved.err]).toEqual([0, ""]);
      await server.stop();
      const second = await maintain("copy", [], environment);
      expect([second.code, second.err]).toEqual([
        1,
        expect.stringMatching(/^The database is not empty /),
      ]);
    } finally {
      await onServer(url, `drop database ${name} with (force)`);
    }
  });
});

describe("The key of an installation", () => {
  const data = newFolder();
  const path = join(data, "secret.key");
  let session: Record<string, string>;
  let first: Buffer;

  /** Returns the answer of a test of the stored credentials, on a server that is started for it. */
  async function credentialsTest() {
    const server = await startServer({ DATA_DIR: data });
    const wasIn = await server.status(session);
    const test = await server.post("publishing/accounts/1/test");
    await server.stop();
    return { wasIn, status: test.status };
  }

  test("is checked at the start, which ends with one sentence if it is another", async () => {
    const server = await startServer({ DATA_DIR: data });
    session = server.headers;
    await server.addGroup("Zima");
    const added = await server.post("publishing/account-groups/1/accounts", {
      platform_type: "bluesky",
      platform_username: "zima.bsky.social",
      credentials: { identifier: "zima", password: "abcd-efgh" },
    });
    expect(added.status).toBe(201);
    await server.stop();
    first = readFileSync(path);

    writeFileSync(path, Buffer.alloc(32, 9));
    expect(await run("main", [], { DATA_DIR: data }).ended).toEqual({
      code: 1,
      out: "",
      err: `The key of ${path} is not the one that this database was sealed with: use the key of this installation, or restore it from a backup.\n`,
    });
    rmSync(path);
    expect(await run("main", [], { DATA_DIR: data }).ended).toEqual({
      code: 1,
      out: "",
      err: `There is no secret.key in ${data}, and this database was sealed with one: set DATA_DIR to the folder that has it, or set SECRET_KEY.\n`,
    });
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, first);
    expect(await credentialsTest()).toEqual({ wasIn: 200, status: 200 });
  });

  test("is replaced, and what it sealed is sealed with the new one", async () => {
    const { code, out, err } = await maintain("rotate", [], { DATA_DIR: data });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(
      `All stored credentials of ${data} are sealed with the first key of ${path}.\n` +
        "The old keys behind it still open unsubscribe links in mails that were sent. Everybody has to sign in again.\n",
    );
    const [current = "", old, ...more] = readFileSync(path, "utf8").trim().split("\n");
    expect([old, more]).toEqual([first.toString("hex"), []]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await credentialsTest()).toEqual({ wasIn: 401, status: 200 });

    // The new key is enough for all that is stored, and the old one is not.
    const started = await startServer({ DATA_DIR: data, SECRET_KEY: current });
    expect((await started.post("publishing/accounts/1/test")).status).toBe(200);
    await started.stop();
    const refused = await run("main", [], { DATA_DIR: data, SECRET_KEY: old ?? "" }).ended;
    expect([refused.code, refused.err]).toEqual([
      1,
      "The key of SECRET_KEY is not the one that this database was sealed with: use the key of this installation, or restore it from a backup.\n",
    ]);
  });

  test("is in a backup with the keys before it, and is restored with them", async () => {
    const file = join(folder, "rotated.gz");
    expect((await maintain("backup", [file], { DATA_DIR: data })).code).toBe(0);
    const restored = join(folder, "rotated");
    expect((await maintain("restore", [file], { DATA_DIR: restored })).code).toBe(0);
    expect(readFileSync(join(restored, "secret.key"), "utf8")).toBe(readFileSync(path, "utf8"));
    const other = await maintain("restore", [file], {
      DATA_DIR: join(folder, "elsewhere"),
      SECRET_KEY: Buffer.alloc(32, 9).toString("hex"),
    });
    expect([other.code, other.err]).toEqual([
      1,
      "The key of SECRET_KEY is not the one of the backup: nothing was restored.\n",
    ]);
  });
});

describe("A backup sealed with a passphrase", () => {
  const file = join(folder, "sealed.gz.sealed");
  const BACKUP_PASSPHRASE = "četiri konja debela";

  test("of a running server does not show its key", async () => {
    const data = newFolder();
    const server = await startServer({ DATA_DIR: data });
    await server.addGroup("Zima");
    const saved = await maintain("backup", [file], { DATA_DIR: data, BACKUP_PASSPHRASE });
    expect([saved.code, saved.err]).toEqual([0, ""]);
    expect(saved.out).toContain(
      "It is sealed with BACKUP_PASSPHRASE: without that passphrase nobody can restore it.",
    );
    await server.stop();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).subarray(0, 42).toString()).toBe(
      "social-publishing-console sealed backup 1\n",
    );
    await expect(checkBackup(file, BACKUP_PASSPHRASE)).resolves.toMatchObject({
      header: { key: readFileSync(join(data, "secret.key")).toString("base64") },
    });
  });

  test("is restored with it only, and otherwise changes nothing", async () => {
    const data = join(folder, "unsealed");
    const wrong = await maintain("restore", [file], {
      DATA_DIR: data,
      BACKUP_PASSPHRASE: "četiri konja mršava",
    });
    expect([wrong.code, wrong.err]).toEqual([
      1,
      `The passphrase in BACKUP_PASSPHRASE does not open the backup ${file}.\n`,
    ]);
    expect(existsSync(data)).toBe(false);

    const right = await maintain("restore", [file], { DATA_DIR: data, BACKUP_PASSPHRASE });
    expect([right.code, right.err]).toEqual([0, ""]);
    const server = await startServer({ DATA_DIR: data });
    expect(await server.groups()).toEqual(["Zima"]);
    await server.stop();
  });
});

test.each([
  [["backup"], { BACKUP_PASSPHRASE: "short" }, "BACKUP_PASSPHRASE must be at least 12 characters."],
  [["nothing"], {}, "There are: backup, restore, copy, rotate, live-check, try-text."],
  [
    ["rotate"],
    { SECRET_KEY: "ab".repeat(32) },
    "Put a new key before the present one in SECRET_KEY, separated by a comma, and repeat this: openssl rand -hex 32",
  ],
  [["restore"], {}, "Name the backup to restore: npm run db:restore backup.gz"],
  [["restore", "none.gz"], {}, `There is no file ${join(folder, "none.gz")}.`],
  [["copy"], {}, "Set DATABASE_URL to the empty PostgreSQL database to copy to."],
  [
    ["backup"],
    { DATA_DIR: "/nowhere" },
    "There is no secret.key in /nowhere: set DATA_DIR to the folder of the installation.",
  ],
])("%o is refused with one sentence", async ([command = "", ...given], environment, sentence) => {
  const { code, out, err } = await maintain(command, given, environment);
  expect({ code, out, err }).toEqual({ code: 1, out: "", err: `${sentence}\n` });
  expect(readdirSync(folder).filter((name) => /^backup/.test(name))).toEqual([]);
});

describe("A server gives a backup", () => {
  function collect() {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _, done) => {
        chunks.push(chunk);
        done();
      },
    });
    return { sink, size: () => Buffer.concat(chunks).length };
  }

  test("to clients that know its key, and to no other", async () => {
    const { database, close } = await createTestServer();
    const data = newFolder();
    const lock = await lockFolder(data);
    const starting = collect();
    const refused =
      /^The data folder .* is in use by process \d+, which gives no backup now: try again when it has started, or stop it first\.$/;
    await expect(fetchBackup(data, testKey, starting.sink)).rejects.toThrow(refused);

    const handOver = handOverBackups(lock, { folder: data, key: testKey, database, log: silence });
    const right = collect();
    expect(await fetchBackup(data, testKey, right.sink)).toBe(true);
    expect(right.size()).toBeGreaterThan(1000);
    const wrong = collect();
    const guess = new Uint8Array(32).fill(8);
    await expect(fetchBackup(data, guess, wrong.sink)).rejects.toThrow(refused);
    expect([starting.size(), wrong.size()]).toEqual([0, 0]);

    // A client that has only connected does not keep it from stopping.
    await callHolder(data);
    await handOver.stop();
    expect(readdirSync(data)).toEqual([]);
    await lock.release();
    expect(await fetchBackup(data, testKey, collect().sink)).toBe(false);
    await close();
  });
});
