import { accessSync, constants, mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, StartError } from "./kernel/fault.ts";

/**
 * Creates the data folder if it does not exist, accessible to its owner only, because it contains the
 * encryption key. Throws a StartError if it cannot be written.
 */
export function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${errorCode(error) ?? error}): set DATA_DIR to one that can.`,
    );
  }
}

const day = 86_400_000;

/** Deletes the files of some folders that are more than a day old. Returns how many. */
export async function deleteOldFiles(folders: readonly string[], now: Date): Promise<number> {
  let count = 0;
  for (const folder of folders) {
    const names = await readdir(folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    });
    for (const name of names) {
      const path = join(folder, name);
      // Another process may have deleted it meanwhile.
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile() || now.getTime() - found.mtimeMs <= day) continue;
      await rm(path, { force: true });
      count += 1;
    }
  }
  return count;
}
