import { createHmac, timingSafeEqual } from "node:crypto";
import { createReadStream, readdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StartError } from "../kernel/fault.ts";
import type { Log } from "../kernel/log.ts";
import { deriveKey } from "../keys/secret-box.ts";
import { writeBackup } from "./backup/dump.ts";
import type { Database } from "./database.ts";
import { callHolder, type FolderLock } from "./lock.ts";

/*
 * Only one process can open a PGlite folder, so a running server makes the backup itself. It is
 * requested over the folder lock's socket, to which other users of this machine can connect too. A
 * caller therefore proves that it knows the installation's key by signing a challenge; the key itself
 * is never sent.
 */

export type HandOver = {
  /** Aborts running backups, and waits until they no longer read from the database. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly folder: string;
  /** Opens and signs the calls; `oldKeys` only go into the backup. */
  readonly key: Uint8Array;
  readonly oldKeys?: readonly Uint8Array[];
  readonly database: Database;
  readonly log: Log;
};

/** Serves backups over the folder lock to callers that know the key. */
export function handOverBackups(
  lock: FolderLock,
  { folder, key, oldKeys = [], database, log }: Options,
): HandOver {
  clearSpool(folder);
  const stopping = new AbortController();
  const running = new Map<Socket, Promise<void>>();
  lock.onCall((caller, challenge) => {
    const backup = sendBackup(caller, challenge)
      .catch((error) => log.error("backup failed", {}, error))
      .finally(() => {
        caller.destroy();
        running.delete(caller);
      });
    running.set(caller, backup);
  });

  async function sendBackup(caller: Socket, challenge: string) {
    const proof = await readLine(caller);
    if (stopping.signal.aborted || !isEqual(proof, proofOf(key, challenge))) return;
    // Spooled to a file: a slow caller would block the database for as long as it reads.
    const path = join(folder, `${spoolName}${challenge}`);
    // Created before anything can fail: a file that is created after its rmSync would stay.
    const spool = (await open(path, "wx", 0o600)).createWriteStream();
    try {
      await writeBackup(database, { key, oldKeys, isLive: true }, spool, stopping.signal);
      await pipeline(createReadStream(path), caller, { signal: stopping.signal });
    } catch (error) {
      const isGone = stopping.signal.aborted || caller.destroyed;
      if (!isGone) throw error;
    } finally {
      spool.destroy();
      rmSync(path, { force: true });
    }
  }

  return {
    stop: async () => {
      stopping.abort();
      for (const caller of running.keys()) caller.destroy();
      await Promise.all(running.values());
    },
  };
}

/**
 * Fetches a backup from the process that holds the folder; false if no process holds it. Throws a
 * StartError if that process sends none: it is still starting, or is a maintenance command.
 */
export async function fetchBackup(
  folder: string,
  key: Uint8Array,
  sink: Writable,
): Promise<boolean> {
  const call = await callHolder(folder);
  if (!call) return false;
  const { holder, pid, challenge } = call;
  const hasBegun = () => holder.bytesRead > `${pid} ${challenge}\n`.length;
  holder.write(`${proofOf(key, challenge)}\n`);
  await pipeline(holder, sink).catch((error) => {
    if (hasBegun()) throw error;
  });
  if (hasBegun()) return true;
  throw new StartError(
    `The data folder ${folder} is in use by process ${pid}, which gives no backup now: try again when it has started, or stop it first.`,
  );
}

const proofOf = (key: Uint8Array, challenge: string) =>
  createHmac("sha256", deriveKey(key, "maintenance")).update(`backup ${challenge}`).digest("hex");

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Returns the first line that a caller sends; whatever has arrived if it is too long or not complete
 * within 5 seconds.
 */
function readLine(caller: Socket): Promise<string> {
  return new Promise((resolve) => {
    let line = "";
    const settle = () => {
      caller.setTimeout(0).removeAllListeners("data");
      resolve(line.trim());
    };
    caller.setTimeout(5000, settle);
    caller.on("data", (more) => {
      line += more.toString("latin1");
      if (line.endsWith("\n") || line.length > 200) settle();
    });
    caller.on("close", settle);
  });
}

const spoolName = "backup.part-";

/** Removes spool files of a process that was killed during a backup. */
function clearSpool(folder: string) {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(spoolName)) rmSync(join(folder, name));
  }
}
