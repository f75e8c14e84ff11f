import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../config.ts";

export type FolderLock = { readonly release: () => Promise<void> };

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
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // Who asks may be gone before the answer, which is no trouble of ours.
      socket.on("error", () => undefined);
      socket.end(String(process.pid));
    });
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      // The lock alone shall not keep a process alive that is done.
      server.unref();
      resolve({ release: () => new Promise((released) => server.close(() => released())) });
    });
  });
}

/** The holder's process id, or undefined when nobody listens. */
function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(address);
    socket.setEncoding("utf8").setTimeout(2000, () => socket.destroy());
    socket.on("connect", () => {
      answer ||= "unknown";
    });
    socket.on("data", (text) => {
      answer = answer === "unknown" ? String(text) : answer + String(text);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer || undefined));
  });
}
