import type { MediaStore } from "../../../server/ports/media-store.ts";

/** A media store with the given files, which cannot be changed. */
export const storeOf = (files: Readonly<Record<string, Uint8Array>>): MediaStore => ({
  incoming: "/nowhere",
  put: async () => {
    throw new Error("This store is only read.");
  },
  remove: async () => {
    throw new Error("This store is only read.");
  },
  find: async (name) => files[name] && { size: files[name].length, storedAt: new Date(0) },
  read: async (name) => {
    const content = files[name];
    if (!content) throw new Error(`There is no ${name}.`);
    return (async function* () {
      yield content;
    })();
  },
  async *list() {
    for (const name of Object.keys(files)) yield { name, storedAt: new Date(0) };
  },
});
