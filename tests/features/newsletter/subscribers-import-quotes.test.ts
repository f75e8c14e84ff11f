import { describe, expect, it } from "vitest";
import { checkFile } from "@/features/newsletter/import/check";

function imported(lines: readonly string[]) {
  const file = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const check = checkFile(file, { subscribed: [], unsubscribed: [] });
  if (check.is === "refused") throw new Error(check.reason);
  const { good, left } = check;
  return {
    names: Object.fromEntries(good.map(({ email, name }) => [email.split("@")[0], name])),
    reasons: left.map(({ line, reason }) => `${line} ${reason}`),
  };
}

describe('A quotation mark written as \\"', () => {
  it("is one in a cell, as MailPoet writes it", () => {
    const { names, reasons } = imported([
      '"Email","First name","List"',
      '"ana@example.com","Ana \\"Ani, Anči\\"","Vesti"',
      '"vuk@example.com","Vuk 5\\", veliki","Vesti"',
      '"iva@example.com","\\"Iva\\"","Vesti"',
    ]);
    expect(names).toEqual({ ana: 'Ana "Ani, Anči"', vuk: 'Vuk 5", veliki', iva: '"Iva"' });
    expect(reasons).toEqual([]);
  });

  it("ends a cell whose last letter is a backslash in other files", () => {
    const { names } = imported(["email,name", 'a@example.com,"C:\\"', 'b@example.com,"B, C"']);
    expect(names).toEqual({ a: "C:\\", b: "B, C" });
  });
});

describe("A quotation mark", () => {
  it("that is not closed takes in the lines that are named", () => {
    const { reasons } = imported([
      "email,name",
      'a@example.com,"A',
      "b@example.com,B",
      "c@example.com,C",
    ]);
    expect(reasons).toEqual(["2 Unclosed quotation mark: lines 2 to 4 are read as one row."]);
  });

  it("that is not closed on the last line takes in nothing else", () => {
    const { reasons } = imported(["email,name", "b@example.com,B", 'a@example.com,"A']);
    expect(reasons).toEqual(["3 Unclosed quotation mark."]);
  });

  it("inside a quoted cell is not called unclosed", () => {
    const { reasons, names } = imported([
      "email,name",
      'a@example.com,"Ana "Ani" Primer"',
      "b@example.com,B",
    ]);
    expect(reasons).toEqual([
      "2 Stray quotation mark in a quoted cell: it has to be written twice.",
    ]);
    expect(names).toEqual({ b: "B" });
  });

  it("that a later one closes is one or the other", () => {
    const { reasons } = imported([
      "email,name",
      'a@example.com,"A',
      'b@example.com,"B"',
      "c@example.com,C",
    ]);
    expect(reasons).toEqual([
      "2 Unclosed or stray quotation mark: lines 2 to 3 are read as one row.",
    ]);
  });
});
