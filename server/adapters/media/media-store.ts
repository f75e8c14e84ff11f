import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { errorCode } from "../../kernel/fault.ts";
import { storedTypeOf } from "../../media/stored-media.ts";
import type { MediaStore } from "../../ports/media-store.ts";
import { createS3Store } from "./s3.ts";

/**
 * Returns the store of this deployment for files that operators upload: S3 if that is set up and
 * the world is live, else `DATA_DIR/media`. A sandbox reaches nothing outside, whatever is set up.
 */
export const createMediaStore = ({
  dataDir,
  s3,
  live,
}: Pick<Config, "dataDir" | "s3" | "live">): MediaStore =>
  s3 && live
    ? createS3Store({ ...s3, incoming: join(dataDir, "incoming") })
    : createFolderStore(join(dataDir, "media"));

/** Files in a folder of this machine. Several servers can share it, on a disk that they share. */
export function createFolderStore(folder: string): MediaStore {
  const incoming = join(folder, "incoming");
  return {
    incoming,
    put: async (name, { path }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all; a file of this name has the same content.
      await rename(path, join(folder, name));
    },
    find: async (name) => {
      const found = await stat(join(folder, name)).catch(ifThere);
      return found && { size: found.size, storedAt: found.mtime };
    },
    read: async (name, range) => createReadStream(join(folder, name), range),
    remove: (name) => rm(join(folder, name), { force: true }),
    async *list() {
      const names = await readdir(folder).catch(ifThere);
      for (const name of names ?? []) {
        if (!storedTypeOf(name)) continue;
        const found = await stat(join(folder, name)).catch(ifThere);
        if (found) yield { name, storedAt: found.mtime };
      }
    },
  };
}

function ifThere(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}
