import { describe, expect, test } from "vitest";
import { createSecretBox } from "../../../server/keys/secret-box.ts";

const keyOf = (byte: number) => new Uint8Array(32).fill(byte);
const box = createSecretBox(keyOf(7));
const place = "accounts.credentials#1";

/** A text that the first release sealed with the key of sevens: "lozinka šđčćž". */
const ofFirstRelease = "v1.42-gz52QmkUZi8V74TUFgmLgDTzX17HxwTPOLRse4060dg01BnF6ERRCwq5R0A";

/** Returns the text with another character near its end. */
function changed(sealed: string) {
  const middle = sealed.length - 4;
  return `${sealed.slice(0, middle)}${sealed[middle] === "A" ? "B" : "A"}${sealed.slice(middle + 1)}`;
}

describe("a sealed text", () => {
  test("shows nothing of its content, and is another one each time", () => {
    const sealed = box.seal("lozinka šđčćž", place);
    expect(sealed).not.toContain("lozinka");
    expect(box.seal("lozinka šđčćž", place)).not.toBe(sealed);
    expect(box.open(sealed, place)).toBe("lozinka šđčćž");
  });

  test("opens only with its key, only unchanged, and only in its place", () => {
    const sealed = box.seal("lozinka", place);
    expect(() => box.open(changed(sealed), place)).toThrow();
    expect(() => createSecretBox(keyOf(0)).open(sealed, place)).toThrow(
      "Sealed with a key that this server does not have.",
    );
    for (const other of ["accounts.credentials#2", "integrations.credentials#1", ""]) {
      expect(() => box.open(sealed, other)).toThrow();
    }
    expect(() => box.open("plain", place)).toThrow("Not a ciphertext of this format.");
  });

  test("names the key that sealed it, so that an old key still opens it", () => {
    const sealed = box.seal("lozinka", place);
    const rotated = createSecretBox(keyOf(9), [keyOf(8), keyOf(7)]);
    expect(rotated.open(sealed, place)).toBe("lozinka");
    expect(sealed.startsWith(box.currentPrefix)).toBe(true);
    expect(rotated.seal("lozinka", place).startsWith(rotated.currentPrefix)).toBe(true);
    expect(rotated.currentPrefix).toMatch(/^v2\.[\w-]{8}\.$/);
    expect(rotated.currentPrefix).not.toBe(box.currentPrefix);
  });
});

describe("a text of the first release", () => {
  test("opens with its key, also where that is an old one by now", () => {
    expect(box.openUnbound(ofFirstRelease)).toBe("lozinka šđčćž");
    for (const old of [[keyOf(7)], [keyOf(8), keyOf(7)], [keyOf(7), keyOf(8)]]) {
      expect(createSecretBox(keyOf(9), old).openUnbound(ofFirstRelease)).toBe("lozinka šđčćž");
    }
    expect(() => createSecretBox(keyOf(9)).openUnbound(ofFirstRelease)).toThrow();
    expect(() => box.openUnbound(changed(ofFirstRelease))).toThrow();
  });

  test("is bound to no place, so it does not open where one is asked for", () => {
    expect(() => box.open(ofFirstRelease, "")).toThrow("Not a ciphertext of this format.");
    expect(() => box.openUnbound(box.seal("lozinka", ""))).toThrow();
  });
});
