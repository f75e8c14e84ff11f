import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSealing, openSealed } from "../../../server/db/backup/sealed-file.ts";

const folder = mkdtempSync(join(tmpdir(), "console-sealed-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, "file");
const passphrase = "četiri konja debela";
/** The mark, the salt and the check of the passphrase. */
const headLength = 42 + 16 + 16;
const recordLength = 65_536 + 16;

async function sealed(content: Buffer): Promise<Buffer> {
  const sealing = await createSealing(passphrase);
  const written = buffer(sealing);
  // In parts of another size than the records.
  for (let at = 0; at < content.length; at += 1000) {
    sealing.write(content.subarray(at, at + 1000));
  }
  sealing.end();
  return written;
}

async function opened(bytes: Buffer, given: string | undefined = passphrase): Promise<Buffer> {
  writeFileSync(path, bytes);
  return buffer(await openSealed(path, given));
}

const contentOf = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 7) % 251));

test.each([0, 65_535, 65_536, 65_537, 131_072, 200_000])(
  "a sealed file of %i bytes shows nothing of its content, and opens with its passphrase",
  async (length) => {
    const content = contentOf(length);
    const file = await sealed(content);
    expect((await opened(file)).equals(content)).toBe(true);
    if (length > 100) expect(file.includes(content.subarray(0, 100))).toBe(false);
  },
);

test("the same content is never sealed alike", async () => {
  const content = contentOf(10);
  expect((await sealed(content)).equals(await sealed(content))).toBe(false);
});

test("it opens neither with another passphrase nor without one", async () => {
  const file = await sealed(contentOf(10));
  await expect(opened(file, "cetiri konja debela")).rejects.toMatchObject({
    name: "StartError",
    message: `The passphrase in BACKUP_PASSPHRASE does not open the backup ${path}.`,
  });
  writeFileSync(path, file);
  await expect(openSealed(path, undefined)).rejects.toMatchObject({
    name: "StartError",
    message: `The backup ${path} is sealed: set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
  });
});

test("the passphrase is the same however its letters are composed", async () => {
  const file = await sealed(contentOf(10));
  expect((await opened(file, passphrase.normalize("NFD"))).equals(contentOf(10))).toBe(true);
});

test("a file that is not sealed is read as it is", async () => {
  expect((await opened(contentOf(300))).equals(contentOf(300))).toBe(true);
  expect((await opened(contentOf(3), undefined)).equals(contentOf(3))).toBe(true);
});

describe("a sealed file that was changed is refused", () => {
  let file: Buffer;
  beforeAll(async () => {
    file = await sealed(contentOf(200_000));
  });
  const record = (file: Buffer, n: number) =>
    file.subarray(headLength + n * recordLength, headLength + (n + 1) * recordLength);

  test.each<[string, "damaged" | "cut off", (file: Buffer) => Buffer]>([
    [
      "in one byte",
      "damaged",
      (file) => {
        const changed = Buffer.from(file);
        changed.writeUInt8(changed.readUInt8(100_000) ^ 1, 100_000);
        return changed;
      },
    ],
    [
      "in the order of its records",
      "damaged",
      (file) =>
        Buffer.concat([
          file.subarray(0, headLength),
          record(file, 1),
          record(file, 0),
          file.subarray(headLength + 2 * recordLength),
        ]),
    ],
    [
      "by leaving out a record",
      "damaged",
      (file) =>
        Buffer.concat([file.subarray(0, headLength), file.subarray(headLength + recordLength)]),
    ],
    ["by more bytes at its end", "damaged", (file) => Buffer.concat([file, Buffer.alloc(20)])],
    ["by its end in a record", "damaged", (file) => file.subarray(0, -1)],
    ["by its end after a record", "cut off", (file) => file.subarray(0, headLength + recordLength)],
    ["by its end in the head", "cut off", (file) => file.subarray(0, headLength - 1)],
  ])("%s", async (_, state, change) => {
    await expect(opened(change(file))).rejects.toMatchObject({ name: "SealedFileError", state });
  });
});

test("the mark of a sealed file is the one that older files have", async () => {
  await sealed(contentOf(1)).then((file) => writeFileSync(path, file));
  expect(readFileSync(path).subarray(0, 42).toString()).toBe(
    "social-publishing-console sealed backup 1\n",
  );
});
