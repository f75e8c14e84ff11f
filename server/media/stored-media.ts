import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MediaStore, ReceivedFile } from "../ports/media-store.ts";
import { endings, type StoredType, typeOfEnding } from "./media-types.ts";

/** Path below which stored files are served, without login. */
export const storePath = "/media/store/";

/** Returns a file of the media store by its name, which is its content's hash: `{sha256}.jpg`. */
export function storedTypeOf(name: string): StoredType | undefined {
  const [, ending] = /^[0-9a-f]{64}\.([a-z0-9]{3,4})$/.exec(name) ?? [];
  return ending === undefined ? undefined : typeOfEnding(ending);
}

/** Stores a file under its content's hash: the same file twice is one. */
export async function storeMedia(store: MediaStore, file: ReceivedFile): Promise<{ url: string }> {
  const name = `${file.sha256}.${endings[file.type]}`;
  await store.put(name, file);
  return { url: storePath + name };
}

/**
 * Stores a file that this server has made, from its folder `incoming`; the file is not there any more
 * then. Returns its address.
 */
export async function storeMadeFile(
  store: MediaStore,
  path: string,
  type: StoredType,
): Promise<string> {
  try {
    const hash = createHash("sha256");
    let size = 0;
    const file = await open(path, "r+");
    try {
      for await (const chunk of file.createReadStream({ autoClose: false })) {
        hash.update(chunk);
        size += chunk.length;
      }
      // Its name promises its content, also after a power cut.
      await file.sync();
    } finally {
      await file.close();
    }
    const { url } = await storeMedia(store, { path, size, type, sha256: hash.digest("hex") });
    return url;
  } finally {
    // A folder has moved it, S3 has not.
    await rm(path, { force: true });
  }
}

/** Stores an image that this server has made. Returns its address. */
export async function storeMadeImage(
  store: MediaStore,
  bytes: Uint8Array,
  type: StoredType,
): Promise<string> {
  await mkdir(store.incoming, { recursive: true, mode: 0o700 });
  const path = join(store.incoming, `${randomUUID()}.part`);
  await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  return storeMadeFile(store, path, type);
}
