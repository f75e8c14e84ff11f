import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { findKeys, replaceKeys, storeKeys } from "../../../server/keys/secret-keys.ts";

const folder = mkdtempSync(join(tmpdir(), "console-key-"));
afterAll(() => rmSync(folder, { recursive: true }));

let folders = 0;
function newFolder() {
  const path = join(folder, String(++folders));
  mkdirSync(path);
  return path;
}

const keyOf = (byte: number) => Buffer.alloc(32, byte);
const hexOf = (byte: number) => keyOf(byte).toString("hex");
const [first, second, third] = [keyOf(1), keyOf(2), keyOf(3)];
const from = (environment: Record<string, string>) =>
  findKeys(readConfig({ DATA_DIR: "/nowhere", ...environment }));

describe("the key file of the data folder", () => {
  test("is readable only by its owner, and is never overwritten by a second start", () => {
    const data = newFolder();
    expect(from({ DATA_DIR: data })).toBeUndefined();
    expect(storeKeys(data, { current: first, old: [] })).toEqual({ current: first, old: [] });
    expect(storeKeys(data, { current: second, old: [] })).toEqual({ current: first, old: [] });
    expect(from({ DATA_DIR: data })).toEqual({ current: first, old: [] });
    expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(data, "secret.key"))).toEqual(first);
    expect(readdirSync(data)).toEqual(["secret.key"]);
  });

  test("has old keys behind the current one after a rotation", () => {
    const data = newFolder();
    storeKeys(data, { current: first, old: [] });
    replaceKeys(data, { current: third, old: [second, first] });
    expect(from({ DATA_DIR: data })).toEqual({ current: third, old: [second, first] });
    expect(readFileSync(join(data, "secret.key"), "utf8")).toBe(
      `${hexOf(3)}\n${hexOf(2)}\n${hexOf(1)}\n`,
    );
    expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual(["secret.key"]);
  });

  test.each(["short", "", `${hexOf(1)}\nhalf a line`])(
    "stops the start if it is damaged, instead of locking the credentials away: %j",
    (content) => {
      const data = newFolder();
      writeFileSync(join(data, "secret.key"), content);
      expect(() => from({ DATA_DIR: data })).toThrow(
        `The key file ${join(data, "secret.key")} is damaged: restore it from a backup, stored credentials need it.`,
      );
    },
  );
});

describe("the keys of a container", () => {
  test.each([
    ["hex", hexOf(251)],
    ["base64", keyOf(251).toString("base64")],
    ["base64url", keyOf(251).toString("base64url")],
  ])("are read from SECRET_KEY in %s", (_, text) => {
    expect(from({ SECRET_KEY: text })).toEqual({ current: keyOf(251), old: [] });
    expect(from({ SECRET_KEY: `${hexOf(2)},${text}` })).toEqual({
      current: second,
      old: [keyOf(251)],
    });
  });

  test("are read from the file of SECRET_KEY_FILE, as text or as 32 bytes", () => {
    const file = join(newFolder(), "key");
    writeFileSync(file, `${hexOf(2)}\n${hexOf(1)}\n`);
    expect(from({ SECRET_KEY_FILE: file })).toEqual({ current: second, old: [first] });
    writeFileSync(file, first);
    expect(from({ SECRET_KEY_FILE: file })).toEqual({ current: first, old: [] });
  });

  test("are not a text of 32 characters, which is less than 32 bytes", () => {
    const file = join(newFolder(), "key");
    writeFileSync(file, "0123456789abcdef0123456789abcdef");
    expect(() => from({ SECRET_KEY_FILE: file })).toThrow(
      "The content of SECRET_KEY_FILE must be 32 bytes in hex or base64, like the output of: openssl rand -hex 32",
    );
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "too short",
      { SECRET_KEY: "0123456789abcdef0123456789abcdef" },
      "SECRET_KEY must be 32 bytes in hex or base64, like the output of: openssl rand -hex 32",
    ],
    [
      "missing",
      { SECRET_KEY_FILE: "/nowhere/key" },
      "The file of SECRET_KEY_FILE cannot be read (ENOENT): /nowhere/key.",
    ],
    [
      "given twice",
      { SECRET_KEY: hexOf(1), SECRET_KEY_FILE: "/nowhere/key" },
      "SECRET_KEY and SECRET_KEY_FILE must not be set together.",
    ],
  ])("end the start in one sentence if they are %s", (_, environment, sentence) => {
    expect(() => from(environment)).toThrow(sentence);
  });
});
