import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./kernel/fault.ts";

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
