import { createHmac, timingSafeEqual } from "node:crypto";
import { createReadStream, createWriteStream, readdirSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { deriveKey } from "../adapters/secret-box.ts";
import { StartError } from "../config.ts";
import type { Log } from "../log.ts";
import type { Database } from "./client.ts";
import { writeBackup } from "./dump.ts";
import { callHolder, type FolderLock } from "./lock.ts";

/*
 * Only one process can have the folder of PGlite, so that a backup of a running server is made by
 * that server. It is asked where the lock on the folder is: a socket of this machine, at which other
 * users may knock too. So a caller proves that it has read the installation's key, by answering the
 * word of its call; the key itself is never said.
 */

export type HandOver = {
  /** Breaks off what is being handed over, and waits until nothing reads from the database. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly folder: string;
  readonly key: Uint8Array;
  readonly database: Database;
  readonly log: Log;
};

/** Gives a backup to whoever calls and knows the key, for as long as the folder is ours. */
export function handOverBackups(
  lock: FolderLock,
  { folder, key, database, log }: Options,
): HandOver {
  clearSpool(folder);
  const stopping = new AbortController();
  const underWay = new Map<Socket, Promise<void>>();
  lock.onCall((caller, word) => {
    const giving = give(caller, word)
      .catch((error) => log.error("backup failed", {}, error))
      .finally(() => {
        caller.destroy();
        underWay.delete(caller);
      });
    underWay.set(caller, giving);
  });

  async function give(caller: Socket, word: string) {
    const proof = await readLine(caller);
    if (stopping.signal.aborted || !isEqual(proof, proofOf(key, word))) return;
    // Reading from the database shall not wait for the caller, who may be slow or gone.
    const path = join(folder, `${spoolName}${word}`);
    try {
      const spool = createWriteStream(path, { flags: "wx", mode: 0o600 });
      await writeBackup(database, { key, isLive: true }, spool, stopping.signal);
      await pipeline(createReadStream(path), caller, { signal: stopping.signal });
    } catch (error) {
      const isGone = stopping.signal.aborted || caller.destroyed;
      if (!isGone) throw error;
    } finally {
      rmSync(path, { force: true });
    }
  }

  return {
    stop: async () => {
      stopping.abort();
      for (const caller of underWay.keys()) caller.destroy();
      await Promise.all(underWay.values());
    },
  };
}

/**
 * Writes a backup by the process that has the folder; false when none has it. Throws a StartError
 * when that one gives none: it is still starting, or is at work on the folder itself.
 */
export async function fetchBackup(
  folder: string,
  key: Uint8Array,
  sink: Writable,
): Promise<boolean> {
  const call = await callHolder(folder);
  if (!call) return false;
  const { holder, pid, word } = call;
  const hasBegun = () => holder.bytesRead > `${pid} ${word}\n`.length;
  holder.write(`${proofOf(key, word)}\n`);
  await pipeline(holder, sink).catch((error) => {
    if (hasBegun()) throw error;
  });
  if (hasBegun()) return true;
  throw new StartError(
    `The data folder ${folder} is in use by process ${pid}, which gives no backup now: try again when it has started, or stop it first.`,
  );
}

const proofOf = (key: Uint8Array, word: string) =>
  createHmac("sha256", deriveKey(key, "maintenance")).update(`backup ${word}`).digest("hex");

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The first line that a caller says within 5 seconds; empty when it says none, or too much. */
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

/** Removes what a process left that was killed while it handed over. */
function clearSpool(folder: string) {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(spoolName)) rmSync(join(folder, name));
  }
}
