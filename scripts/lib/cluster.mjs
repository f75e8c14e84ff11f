import { execFile } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { giveUp } from "./project.mjs";

const execute = promisify(execFile);

/** Debian keeps the programs of each version here, off the PATH. */
const versions = "/usr/lib/postgresql";

/**
 * Gives `work` the place of its data by the options of the command line: a PGlite folder, the server of
 * `--database`, or with `--postgres` a server that is started for it and removed.
 */
export async function withDatabase({ postgres, database }, work) {
  if (database !== undefined) return work({ url: database });
  if (!postgres) return work("pglite");
  const cluster = await startCluster();
  // A PostgreSQL server survives the terminal's Ctrl-C.
  const interrupt = () => cluster.remove().finally(() => process.exit(130));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    return await work(cluster);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await cluster.remove();
  }
}

/**
 * Starts a PostgreSQL server in a temporary folder, on a port that is free, with its default settings
 * and those given (`["fsync=off"]`).
 * @returns its `url`; `kill`, after which it has to recover; `start`, and `remove`
 */
export async function startCluster(settings = []) {
  const bin = await findPrograms();
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "console-postgres-"));
  const data = join(folder, "data");
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const { stdout } = await execute("id", ["-u", "postgres"]);
    await chown(folder, Number(stdout), -1);
  }
  const run = (program, ...args) => {
    const [command, ...rest] = [
      ...(isRoot ? ["runuser", "-u", "postgres", "--"] : []),
      join(bin, program),
      "-D",
      data,
      ...args,
    ];
    return execute(command, rest, { cwd: folder });
  };
  const cluster = {
    url: `postgres://console@127.0.0.1:${port}/postgres`,
    start: async () => {
      const set = ["listen_addresses=127.0.0.1", ...settings].map((setting) => `-c ${setting}`);
      const options = `-p ${port} -k ${folder} ${set.join(" ")}`;
      await run("pg_ctl", "-l", join(folder, "log"), "-w", "-o", options, "start");
    },
    kill: async () => {
      await run("pg_ctl", "-m", "immediate", "stop");
    },
    remove: async () => {
      // It may have been killed already.
      await cluster.kill().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await run("initdb", "-U", "console", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8");
  await cluster.start();
  return cluster;
}

/** True if this machine has PostgreSQL's programs. */
export const hasPostgres = async () => (await newestVersion()) !== undefined;

export const howToGetPostgres = "Get one by 'apt-get install postgresql' (Debian).";

async function newestVersion() {
  const found = await readdir(versions).catch(() => []);
  return found.toSorted((one, other) => Number(one) - Number(other)).at(-1);
}

/** The folder of the newest version's programs. */
async function findPrograms() {
  const newest = await newestVersion();
  if (newest === undefined) {
    giveUp(
      `No PostgreSQL was found in ${versions}: install one with 'apt-get install postgresql', or name a server with --database postgres://…`,
    );
  }
  return join(versions, newest, "bin");
}

/** PostgreSQL takes no port 0: the system names one, which it does not give to anybody else soon. */
async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
