import { existsSync, rmSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkLive, readLiveCheck } from "./checks/live-check.ts";
import { tryTexts } from "./checks/try-text.ts";
import { type Config, readConfig } from "./config.ts";
import { makeFolder } from "./data-folder.ts";
import { type Backup, checkBackup } from "./db/backup/backup-file.ts";
import { writeBackup } from "./db/backup/dump.ts";
import { type Restored, restoreBackup } from "./db/backup/restore.ts";
import { settleMoved, settleRestored } from "./db/backup/restored.ts";
import { createSealing } from "./db/backup/sealed-file.ts";
import { openDatabase, type Where } from "./db/client.ts";
import type { Database } from "./db/database.ts";
import { fetchBackup } from "./db/hand-over.ts";
import { lockFolder } from "./db/lock.ts";
import { migrate } from "./db/migrate.ts";
import { StartError } from "./kernel/fault.ts";
import { describeError } from "./kernel/log.ts";
import {
  findKeys,
  nameOfKeys,
  newKey,
  replaceKeys,
  type SecretKeys,
  storeKeys,
} from "./keys/secret-keys.ts";
import { unlock } from "./keys/unlock.ts";
import { worldOf } from "./world.ts";
import { checkWorld } from "./world-check.ts";

/** The folder of relative paths on the command line: npm changes the working directory. */
const { INIT_CWD: from = process.cwd() } = process.env;

/** Saves everything (`backup [file]`) in a new file. A server may be running meanwhile. */
async function backup(config: Config, [file]: string[]) {
  const time = new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
  const isSealed = config.backupPassphrase !== undefined;
  const path = resolve(from, file ?? `backup-${time}.gz${isSealed ? ".sealed" : ""}`);
  const made = await save(config, path);
  const rows = made.header.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `${nameOf(config)} is saved in ${path}: ${rows} rows in ${made.header.tables.length} tables, as of ${made.header.createdAt}.`,
    isSealed
      ? "It is sealed with BACKUP_PASSPHRASE: without that passphrase nobody can restore it."
      : "It holds the key that opens stored credentials: whoever has this file can use them.",
  );
}

/** Fills an empty database (`restore <file>`), in DATA_DIR or at DATABASE_URL. */
async function restore(config: Config, [file]: string[]) {
  if (file === undefined) {
    throw new StartError("Name the backup to restore: npm run db:restore backup.gz");
  }
  const made = await checkBackup(resolve(from, file), config.backupPassphrase);
  let unknown = 0;
  if (config.databaseUrl === undefined || !config.secretKey) makeFolder(config.dataDir);
  const restored = await fill(config, made, async (db) => {
    unknown = await settleRestored(db, new Date());
  });
  say(
    comparison(restored),
    `The backup of ${made.header.createdAt} is restored to ${nameOf(config)}${config.secretKey ? "" : `, and its key to ${config.dataDir}`}.`,
    ...(unknown > 0
      ? [
          `Posts that were due since then: ${unknown}. They may be live, and are marked so that none goes out twice: check the profiles.`,
        ]
      : []),
    "Everybody has to sign in again.",
    "The old installation must not run any more, or both publish what is scheduled. Now: npm start",
  );
}

/** Copies the PGlite data (`copy`) of DATA_DIR to the PostgreSQL of DATABASE_URL. */
async function copy(config: Config) {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined) {
    throw new StartError("Set DATABASE_URL to the empty PostgreSQL database to copy to.");
  }
  const folder = await mkdtemp(join(tmpdir(), "console-copy-"));
  try {
    const made = await save({ ...config, databaseUrl: undefined }, join(folder, "copy.gz"));
    const { isLive } = made.header;
    const restored = await fill(config, made, async (db) => {
      await (isLive ? settleRestored(db, new Date()) : settleMoved(db));
    });
    say(
      comparison(restored),
      `${dataDir} is copied to ${nameOf(config)}.`,
      isLive
        ? "A server was running, and what it does from now on is not in the copy: this was a rehearsal. To move, stop it and copy to another empty database."
        : `Now start with DATABASE_URL set, and the same ${config.secretKey ? "key" : "DATA_DIR, which has the key"}. Do not start without DATABASE_URL again, or both publish what is scheduled: move ${join(dataDir, "database")} away.`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const noKey = ({ dataDir }: Config) =>
  new StartError(
    `There is no secret.key in ${dataDir}: set DATA_DIR to the folder of the installation.`,
  );

/** Writes a new backup file and verifies it. Removes the file if that fails. */
async function save(config: Config, path: string): Promise<Backup> {
  const keys = findKeys(config);
  if (!keys) throw noKey(config);
  // Readable by its owner only, because it contains the key; 'wx' never overwrites a file.
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === "EEXIST"
        ? `There is already a file ${path}: nothing was written.`
        : `The file ${path} cannot be written (${error.code}).`,
    );
  });
  try {
    const target = file.createWriteStream({ flush: true });
    const { backupPassphrase } = config;
    if (backupPassphrase === undefined) await saveTo(config, keys, target);
    else {
      const sealing = await createSealing(backupPassphrase);
      await Promise.all([saveTo(config, keys, sealing), pipeline(sealing, target)]);
    }
    return await checkBackup(path, backupPassphrase);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Reads the database in this process or, if a server has the folder, through that server. */
async function saveTo(config: Config, keys: SecretKeys, sink: Writable): Promise<void> {
  const { databaseUrl: url, dataDir } = config;
  const given = { key: keys.current, oldKeys: keys.old };
  if (url !== undefined) {
    // Live, because it is unknown whether a server is using this database.
    return using({ url }, (database) => writeBackup(database, { ...given, isLive: true }, sink));
  }
  if (await fetchBackup(dataDir, keys.current, sink)) return;
  if (!existsSync(join(dataDir, "database"))) {
    throw new StartError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  }
  await usingOwn(config, (database) => writeBackup(database, { ...given, isLive: false }, sink));
}

const fill = (
  config: Config,
  made: Backup,
  settle: Parameters<typeof restoreBackup>[2],
): Promise<Restored[]> =>
  // The key first: data without its key would be useless.
  usingOwn(
    config,
    (database) => restoreBackup(database, made, settle),
    () => keepKeys(config, made),
  );

/** Stores the backup's keys, unless this installation already has them. */
function keepKeys(config: Config, { header }: Backup): void {
  const fromBase64 = (key: string) => Buffer.from(key, "base64");
  const current = fromBase64(header.key);
  const saved = { current, old: (header.oldKeys ?? []).map(fromBase64) };
  const keys = config.secretKey ? findKeys(config) : storeKeys(config.dataDir, saved);
  if (keys && [keys.current, ...keys.old].some((key) => current.equals(key))) return;
  throw new StartError(
    config.secretKey
      ? `The key of ${nameOfKeys(config)} is not the one of the backup: nothing was restored.`
      : `The folder ${config.dataDir} has the key of another installation: set DATA_DIR to an empty folder.`,
  );
}

/**
 * Makes a new key for the installation, and seals everything stored with it (`rotate`). With
 * SECRET_KEY or SECRET_KEY_FILE, whose first key is the new one, it only seals again.
 */
async function rotate(config: Config) {
  const { databaseUrl: url, dataDir, secretKey } = config;
  const present = findKeys(config);
  if (!present) throw noKey(config);
  if (secretKey && present.old.length === 0) {
    throw new StartError(
      `Put a new key before the present one in ${nameOfKeys(config)}, separated by a comma, and repeat this: openssl rand -hex 32`,
    );
  }
  const lost = await usingOwn(config, (database) =>
    database.exclusively("start", async () => {
      await migrate(database);
      const unlocked = await unlock(database, config);
      if (secretKey) return unlocked.lost;
      const renewed = { current: newKey(), old: [unlocked.keys.current, ...unlocked.keys.old] };
      // The key first: if this process is killed now, the next start seals again what the old key sealed.
      replaceKeys(dataDir, renewed);
      return (await unlock(database, config)).lost;
    }),
  );
  say(
    `${lost > 0 ? "The" : "All"} stored credentials of ${nameOf(config)} are sealed with the first key of ${nameOfKeys(config)}.`,
    ...(lost > 0 ? [`Not those that no key opens: ${lost}. Enter them again in the console.`] : []),
    "The old keys behind it still open unsubscribe links in mails that were sent. Everybody has to sign in again.",
    ...(url === undefined ? [] : ["Give every server the same keys before it starts."]),
  );
}

/** Opens the database of the configuration, and locks its folder meanwhile, if it has one. */
async function usingOwn<T>(
  { databaseUrl: url, dataDir }: Config,
  work: (database: Database) => Promise<T>,
  prepare = () => {},
): Promise<T> {
  const lock = url === undefined ? await lockFolder(dataDir) : undefined;
  prepare();
  const result = await using(url === undefined ? { dataDir } : { url }, work);
  await lock?.release();
  return result;
}

async function using<T>(where: Where, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(where);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Returns the restored tables, as a text table. */
function comparison(restored: readonly Restored[]): string {
  const lines = [
    ["table", "saved", "restored", "content"],
    ...restored.map(({ table, saved, restored }) => [
      table,
      String(saved.rows),
      String(restored.rows),
      saved.sha256 === restored.sha256 ? "same" : "differs",
    ]),
  ];
  const width = (n: number) => Math.max(...lines.map((line) => line[n]?.length ?? 0));
  const widths = { table: width(0), saved: width(1), restored: width(2) };
  return lines
    .map(([table = "", saved = "", restored = "", content = ""]) =>
      [
        table.padEnd(widths.table),
        saved.padStart(widths.saved),
        restored.padStart(widths.restored),
        content,
      ].join("  "),
    )
    .join("\n");
}

/** Returns the database's name for messages, without its password. */
function nameOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `the database ${hostname || "localhost"}:${port || 5432}${pathname}`;
}

const say = (...sentences: string[]) => process.stdout.write(`${sentences.join("\n")}\n`);

/**
 * Tests the accounts of a live server at their platforms (`live-check [--account ID [--post]]`); with
 * `--post` publishes one post with the account, and deletes it.
 */
async function liveCheck(config: Config, given: string[]) {
  const which = readLiveCheck(config, given);
  if (!findKeys(config)) throw noKey(config);
  const failed = await usingOwn(config, async (database) => {
    await checkWorld(database, worldOf(config));
    const { secrets } = await unlock(database, config);
    return checkLive(database, secrets, config, which, say);
  });
  if (failed > 0) process.exitCode = 1;
}

/** Has the model write posts, and prints them (`try-text`). Opens no database. */
async function tryText({ live }: Config) {
  if (!live?.aiText) {
    throw new StartError("LIVE does not name ai: there is no model to try.");
  }
  if ((await tryTexts(live.aiText, say)) > 0) process.exitCode = 1;
}

const commands = { backup, restore, copy, rotate, "live-check": liveCheck, "try-text": tryText };

async function run() {
  const [name = "", ...given] = process.argv.slice(2);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!command) throw new StartError(`There are: ${Object.keys(commands).join(", ")}.`);
  await command(config, given);
}

run().catch((error) => {
  // Not the message of other errors: a database error may quote rows.
  console.error(error instanceof StartError ? error.message : describeError(error));
  process.exitCode = 1;
});
