import { createHash, randomUUID } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../config.ts";

export type FolderLock = {
  /**
   * Takes the calls of other processes of this machine from now on. Each was told whose the folder
   * is, and a word that no other caller is told; before this that is all that is said.
   */
  readonly onCall: (answer: (caller: Socket, word: string) => void) => void;
  /** Lets others have the folder, and breaks off with those who called. */
  readonly release: () => Promise<void>;
};

/**
 * Makes this process the only one on an existing folder, until `release()` or its end, however it
 * ends: the lock is a listening socket, and the system closes those even on kill -9. Throws a
 * StartError that names the process that has the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = addressOf(realpathSync(folder));
  const lock = await listen(address);
  if (lock) return lock;
  const holder = await askHolder(address);
  if (holder !== undefined) {
    throw new StartError(
      `The data folder ${folder} is in use by process ${holder}: stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  // Nobody answers: on systems where a socket is a file it outlives a process that was killed.
  if (!isKernelName(address)) rmSync(address, { force: true });
  const second = await listen(address);
  if (second) return second;
  throw new StartError(`The data folder ${folder} is in use by another process.`);
}

/**
 * Linux and Windows have names for sockets that are no files: one process can hold such a name, and
 * nothing of it is left behind. The hash keeps it short, since a long path cannot be a name.
 */
function addressOf(path: string): string {
  const name = `publishing-console-${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.lock`);
}

const isKernelName = (address: string) => address.startsWith("\0") || address.startsWith("\\\\");

/** Undefined when somebody else has the address. */
function listen(address: string): Promise<FolderLock | undefined> {
  let answer: Parameters<FolderLock["onCall"]>[0] = (caller) => caller.end();
  const callers = new Set<Socket>();
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => {
      callers.add(caller);
      caller.on("close", () => callers.delete(caller));
      // Who asks may be gone before the answer, which is no trouble of ours.
      caller.on("error", () => undefined);
      const word = randomUUID();
      caller.write(`${process.pid} ${word}\n`);
      answer(caller, word);
    });
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      // The lock alone shall not keep a process alive that is done.
      server.unref();
      resolve({
        onCall: (next) => {
          answer = next;
        },
        release: () =>
          new Promise((released) => {
            server.close(() => released());
            for (const caller of callers) caller.destroy();
          }),
      });
    });
  });
}

/** The holder's process id, or undefined when nobody listens. */
async function askHolder(address: string): Promise<string | undefined> {
  const call = await callAddress(address);
  call?.holder.destroy();
  return call?.pid;
}

/** A call to the process that holds a folder; it has said its process id and the word of this call. */
export type Call = { readonly holder: Socket; readonly pid: string; readonly word: string };

/** Calls the process that has an existing folder; undefined when none has. */
export const callHolder = (folder: string): Promise<Call | undefined> =>
  callAddress(addressOf(realpathSync(folder)));

/** Resolves with the first line; a holder that does not even say who it is counts all the same. */
function callAddress(address: string): Promise<Call | undefined> {
  return new Promise((resolve) => {
    let line = "";
    let isThere = false;
    const holder = connect(address);
    const settle = () => {
      holder.setTimeout(0).off("data", read).pause();
      const [pid, word = ""] = line.trim().split(" ");
      resolve(isThere ? { holder, pid: pid || "unknown", word } : undefined);
    };
    const read = (more: Buffer) => {
      line += more.toString("latin1");
      if (line.endsWith("\n")) settle();
    };
    holder.setTimeout(2000, () => holder.destroy());
    holder.on("connect", () => {
      isThere = true;
    });
    holder.on("data", read);
    holder.on("error", () => undefined);
    holder.on("close", settle);
  });
}
