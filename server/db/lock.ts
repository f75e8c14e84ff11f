import { createHash, randomUUID } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../kernel/fault.ts";

export type FolderLock = {
  /**
   * Sets the handler for connections of other processes on this machine. Each has been sent this
   * process's id and a unique challenge. Without a handler the connection is then closed.
   */
  readonly onCall: (handler: (caller: Socket, challenge: string) => void) => void;
  /** Unlocks the folder and closes all connections. */
  readonly release: () => Promise<void>;
};

/**
 * Locks an existing folder for this process, until `release()` or the end of the process. The lock is
 * a listening socket, which the system closes even on kill -9. Throws a StartError that names the
 * process that holds the lock.
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
  // No process answers. Where sockets are files, the file of a killed process is left behind.
  if (!isKernelName(address)) rmSync(address, { force: true });
  const second = await listen(address);
  if (second) return second;
  throw new StartError(`The data folder ${folder} is in use by another process.`);
}

/**
 * Returns the name of a folder's socket. Linux (abstract sockets) and Windows (named pipes) have
 * socket names that are no files, so that nothing is left behind. The path is hashed because such
 * names have a maximum length.
 */
function addressOf(path: string): string {
  const name = `publishing-console-${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.lock`);
}

const isKernelName = (address: string) => address.startsWith("\0") || address.startsWith("\\\\");

/** Returns undefined if another process listens on the address. */
function listen(address: string): Promise<FolderLock | undefined> {
  let handler: Parameters<FolderLock["onCall"]>[0] = (caller) => caller.end();
  const callers = new Set<Socket>();
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => {
      callers.add(caller);
      caller.on("close", () => callers.delete(caller));
      // Without a listener a caller that disconnects early would end this process.
      caller.on("error", () => undefined);
      const challenge = randomUUID();
      caller.write(`${process.pid} ${challenge}\n`);
      handler(caller, challenge);
    });
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      // The lock must not keep a finished process alive.
      server.unref();
      resolve({
        onCall: (next) => {
          handler = next;
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

/** Returns the process id of the lock's holder, or undefined if no process listens. */
async function askHolder(address: string): Promise<string | undefined> {
  const call = await callAddress(address);
  call?.holder.destroy();
  return call?.pid;
}

/** A connection to the process that holds a folder, with the process id and challenge that it sent. */
export type Call = { readonly holder: Socket; readonly pid: string; readonly challenge: string };

/** Connects to the process that holds an existing folder; undefined if none does. */
export const callHolder = (folder: string): Promise<Call | undefined> =>
  callAddress(addressOf(realpathSync(folder)));

/** Resolves after the first line. A holder that sends none is reported with the pid "unknown". */
function callAddress(address: string): Promise<Call | undefined> {
  return new Promise((resolve) => {
    let line = "";
    let isConnected = false;
    const holder = connect(address);
    const settle = () => {
      holder.setTimeout(0).off("data", read).pause();
      const [pid, challenge = ""] = line.trim().split(" ");
      resolve(isConnected ? { holder, pid: pid || "unknown", challenge } : undefined);
    };
    const read = (more: Buffer) => {
      line += more.toString("latin1");
      if (line.endsWith("\n")) settle();
    };
    holder.setTimeout(2000, () => holder.destroy());
    holder.on("connect", () => {
      isConnected = true;
    });
    holder.on("data", read);
    holder.on("error", () => undefined);
    holder.on("close", settle);
  });
}
