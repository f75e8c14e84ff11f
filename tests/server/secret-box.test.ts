import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSecretBox, readKey } from "../../server/adapters/secret-box.ts";

const folder = mkdtempSync(join(tmpdir(), "console-key-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the key is created once, readable only by its owner", () => {
  const key = readKey(folder);
  expect(readKey(folder)).toEqual(key);
  expect(statSync(join(folder, "secret.key")).mode & 0o777).toBe(0o600);
});

test("a damaged key stops the start instead of locking the credentials away", () => {
  const damaged = mkdtempSync(join(tmpdir(), "console-key-"));
  writeFileSync(join(damaged, "secret.key"), "short");
  expect(() => readKey(damaged)).toThrow(/is damaged/);
  rmSync(damaged, { recursive: true });
});

test("a sealed text opens only with the same key, and only unchanged", () => {
  const box = createSecretBox(readKey(folder));
  const sealed = box.seal("lozinka šđčćž");
  expect(sealed).not.toContain("lozinka");
  expect(box.seal("lozinka šđčćž")).not.toBe(sealed);
  expect(box.open(sealed)).toBe("lozinka šđčćž");
  const middle = sealed.length - 4;
  const changed = `${sealed.slice(0, middle)}${sealed[middle] === "A" ? "B" : "A"}${sealed.slice(middle + 1)}`;
  expect(() => box.open(changed)).toThrow();
  expect(() => createSecretBox(new Uint8Array(32)).open(sealed)).toThrow();
  expect(() => box.open("plain")).toThrow("Not a ciphertext of this format.");
});
