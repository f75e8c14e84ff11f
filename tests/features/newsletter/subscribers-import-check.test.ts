import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkFile, type FileCheck, importLimits } from "@/features/newsletter/import/check";
import { type ReportRow, reportCsv } from "@/features/newsletter/import/report";
import { subscribersCsv } from "@/features/newsletter/views/subscribers";
import { fc } from "../../support/random-seed";

const nobody = { subscribed: [], unsubscribed: [] };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const check = (text: string, known = nobody as Parameters<typeof checkFile>[1]) =>
  checked(checkFile(bytesOf(text), known));

function checked(check: FileCheck) {
  if (check.is === "refused") throw new Error(check.reason);
  return check;
}

const refusal = (bytes: Uint8Array) => {
  const check = checkFile(bytes, nobody);
  return check.is === "refused" ? check.reason : undefined;
};

describe("Checking a file of subscribers", () => {
  it("reads addresses and names by their column heads", () => {
    const { good, left, columns, columnNames, delimiter } = check(
      "Name,Email\nMilica,milica@x.rs\n,vuk@x.rs\n",
    );
    expect(good).toEqual([
      { line: 2, email: "milica@x.rs", name: "Milica" },
      { line: 3, email: "vuk@x.rs", name: null },
    ]);
    expect(left).toEqual([]);
    expect(columns).toEqual({ hasHead: true, email: 1, name: [0] });
    expect(columnNames).toEqual(["Name", "Email"]);
    expect(delimiter).toBe(",");
  });

  it("joins a first and a last name", () => {
    const { good } = check("Email Address,First Name,Last Name\nmilica@x.rs,Milica,Đorđević\n");
    expect(good).toEqual([{ line: 2, email: "milica@x.rs", name: "Milica Đorđević" }]);
  });

  it("works without column heads, and uses the column that has the addresses", () => {
    const { good, columns } = check("Milica;milica@x.rs\r\nVuk;vuk@x.rs\r\n");
    expect(columns).toEqual({ hasHead: false, email: 1, name: [0] });
    expect(good.map(({ line, email }) => [line, email])).toEqual([
      [1, "milica@x.rs"],
      [2, "vuk@x.rs"],
    ]);
  });

  it("accepts a single column of addresses", () => {
    expect(check("milica@x.rs\nvuk@x.rs").good).toHaveLength(2);
  });

  it.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["bars", "|"],
  ])("reads columns separated by %s", (_, sign) => {
    const { good, delimiter } = check(`email${sign}name\nmilica@x.rs${sign}Milica\n`);
    expect(delimiter).toBe(sign);
    expect(good).toEqual([{ line: 2, email: "milica@x.rs", name: "Milica" }]);
  });

  it("uses the separator that Excel's 'sep=' line names", () => {
    const { good, delimiter } = check("sep=;\nemail;name\nmilica@x.rs;Milica, druga\n");
    expect(delimiter).toBe(";");
    expect(good).toEqual([{ line: 3, email: "milica@x.rs", name: "Milica, druga" }]);
  });

  it.each([
    ["quoted", '"sep=;"'],
    ["filled with separators", "sep=;;"],
    ["in capitals", "SEP=;"],
    ["wrong", "sep=,"],
  ])("takes the 'sep=' line for no row where it is %s", (_, line) => {
    const { good, left, delimiter } = check(`${line}\nemail;name\nmilica@x.rs;Milica\n`);
    expect(delimiter).toBe(";");
    expect(good).toEqual([{ line: 3, email: "milica@x.rs", name: "Milica" }]);
    expect(left).toEqual([]);
  });

  it.each([
    ["no separator", ["Subscribers export 2026"]],
    ["a separator that is not that of the rows", ["Subscribers, export, 2026"]],
    ["that of the rows", ["Subscribers; export"]],
    ["empty cells", ["Subscribers export 2026;;"]],
    ["an empty line below it", ["Subscribers export 2026", ""]],
    ["another line below it", ["Subscribers export 2026", "Made on 2.1.2026, 10:00"]],
    ["a 'sep=' line above it", ["sep=;", "Subscribers export 2026"]],
    ["the word e-mail", ["E-mail list; 2026"]],
  ])("finds the head below a title with %s", (_, title) => {
    for (const head of ["Email;Ime;Newsletter", "Adresa;Ime;Newsletter"]) {
      const lines = [...title, head, "ana@x.rs;Ana;da", "vuk@x.rs;Vuk;ne"];
      const { good, left, delimiter, columnNames } = check(`${lines.join("\n")}\n`);
      expect(delimiter).toBe(";");
      expect(columnNames).toEqual(head.split(";"));
      expect(good).toEqual([{ line: title.length + 2, email: "ana@x.rs", name: "Ana" }]);
      expect(left.map(({ reason }) => reason)).toEqual(['No consent: "ne" in "Newsletter".']);
    }
  });

  it("finds the rows below a title without a head, and asks what their answers mean", () => {
    const { good, columns, questions } = check(
      "Subscribers, 2026\nana@x.rs;Ana;da\nvuk@x.rs;V;ne\n",
    );
    expect(columns).toEqual({ hasHead: false, email: 0, name: [1] });
    expect(good).toEqual([]);
    expect(questions.map(({ value }) => value)).toEqual(["da", "ne"]);
  });

  it.each([
    ["ana@primer\nbo@primer.rs,Bo\n", [1], ["bo@primer.rs"]],
    ["Moji kontakti\nana@primer,\nbo@primer.rs,Bo\n", [2], ["bo@primer.rs"]],
    ["ana@primer,Ana\nbo@primer,Bo,Nis\nce@primer.rs,Ce,Nis\n", [1, 2], ["ce@primer.rs"]],
    ["Kontakti (info@radnja.rs)\nbo@primer.rs,Bo\n", [], ["bo@primer.rs"]],
  ])("reports mistyped addresses above the first good one: %j", (text, bad, emails) => {
    const { good, left } = check(text);
    expect(left.map(({ line }) => line)).toEqual(bad);
    expect(left.every(({ because }) => because === "bad")).toBe(true);
    expect(good.map(({ email }) => email)).toEqual(emails);
  });

  it("takes no row below the head for a title's head, nor a head for a title", () => {
    const { good, left } = check(
      "email,name,newsletter\n,mail Ana,no\na@x.rs,Ana,no\nb@x.rs,B,yes\n",
    );
    expect(good).toEqual([{ line: 4, email: "b@x.rs", name: "B" }]);
    expect(left.map(({ line, because }) => [line, because])).toEqual([
      [2, "bad"],
      [3, "unwanted"],
    ]);
    expect(check("Adresa\nAna\na@x.rs\n").left).toMatchObject([{ line: 2, because: "bad" }]);
  });

  it.each([
    [
      "its row has fewer cells",
      "Email,Newsletter\nmilan(at)x.rs,no,a,b\na@x.rs,no,,\nb@x.rs,yes,,\n",
    ],
    ["it does not name e-mail", "Adresa,Opt in,\nmilan(at)x.rs,no,a\na@x.rs,no,\nb@x.rs,yes,\n"],
    ["a row has its words", "Adresa,Newsletter,\nana,unsubscribed,x y\na@x.rs,no,\nb@x.rs,yes,\n"],
  ])("takes no wider row without an address for the head where %s", (_, text) => {
    const { good, left } = check(text);
    expect(good.map(({ email }) => email)).toEqual(["b@x.rs"]);
    expect(left).toContainEqual(expect.objectContaining({ email: "a@x.rs", because: "unwanted" }));
  });

  it("counts lines in quotes and empty lines, so that a row can be found in the file", () => {
    const { good, left } = check(
      'email,name\r\n\r\na@x.rs,"Ana\r\nMarija ""Mara"""\r\nb@,B\r\n\r\nc@x.rs,C\r\n',
    );
    expect(good).toEqual([
      { line: 3, email: "a@x.rs", name: 'Ana Marija "Mara"' },
      { line: 7, email: "c@x.rs", name: "C" },
    ]);
    expect(left).toMatchObject([{ line: 5, email: "b@", because: "bad" }]);
  });

  it("reports what is wrong with a row", () => {
    const { good, left } = check(
      `email,name\n,Ana\nana,Ana\na@x.rs,${"x".repeat(201)}\nb@x.rs,"B\nc@x.rs,C\n`,
    );
    expect(good).toEqual([]);
    expect(left.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "Email is required."],
      [3, "Email must be an email address like milica@example.com."],
      [4, "Name: at most 200 characters."],
      [5, "Unclosed quotation mark: lines 5 to 6 are read as one row."],
    ]);
  });

  it("keeps no address twice, whatever its case, nor one that is on the list", () => {
    const { good, left } = check("email\na@x.rs\nA@X.rs\nb@x.rs\nc@x.rs\nC@x.rs\n", {
      subscribed: ["B@x.rs"],
      unsubscribed: ["c@x.rs"],
    });
    expect(good).toEqual([{ line: 2, email: "a@x.rs", name: null }]);
    expect(left.map(({ line, because, reason }) => [line, because, reason])).toEqual([
      [3, "repeated", "Duplicate of line 2."],
      [4, "known", "Already subscribed."],
      [5, "known", "Has unsubscribed."],
      [6, "repeated", "Duplicate of line 5."],
    ]);
  });

  it("leaves out subscribers whose status is inactive", () => {
    const { good, left } = check("Email,Name,Status\na@x.rs,A,Active\nb@x.rs,B,Inactive\n");
    expect(good).toHaveLength(1);
    expect(left).toMatchObject([{ line: 3, because: "unwanted" }]);
  });

  it("uses the columns that the operator chose", () => {
    const text = bytesOf("a@x.rs,b@x.rs\n");
    const columns = { hasHead: false, email: 1, name: [] };
    expect(checked(checkFile(text, nobody, { columns })).good).toEqual([
      { line: 1, email: "b@x.rs", name: null },
    ]);
  });
});

describe("Consent in a file", () => {
  /** The addresses that would be imported, and why the others are not. */
  const consent = (head: string, values: readonly string[], choices = {}) => {
    const rows = values.map((value, n) => `e${n}@x.rs,${value}`).join("\n");
    const { good, left, questions } = checked(
      checkFile(bytesOf(`email,${head}\n${rows}\n`), nobody, choices),
    );
    return {
      imported: good.map(({ line }) => values[line - 2]),
      left: left.map(({ reason }) => reason),
      asked: questions.map(({ value, rows }) => `${value} ${rows}`),
    };
  };

  it.each([
    // listmonk, Mailchimp, MailerLite, Klaviyo, Shopify, Brevo, Mautic; German, French, Serbian.
    ["status", ["enabled"], ["disabled", "blocklisted", "unconfirmed", "unsubscribed"]],
    ["Email Marketing Consent", ["SUBSCRIBED"], ["UNSUBSCRIBED", "NEVER_SUBSCRIBED"]],
    ["Accepts Email Marketing", ["yes"], ["no"]],
    [
      "Status",
      ["Active"],
      ["unsubscribed", "Unconfirmed", "Bounced", "Junk", "deleted", "invalid"],
    ],
    ["DOUBLE_OPT-IN", ["Yes"], ["No"]],
    ["EMAIL_BLACKLISTED", ["No", ""], ["Yes"]],
    ["Do not contact", ["0", ""], ["1", "bounced"]],
    ["Opted out", ["false"], ["true", "opted-out"]],
    ["Suppressed", [""], ["suppressed", "2025-03-01"]],
    ["UNSUB_TIME", [""], ["2025-03-01 10:00:00"]],
    ["Status", ["angemeldet"], ["abgemeldet", "inaktiv"]],
    ["Statut", ["abonné"], ["désabonné"]],
    ["Pretplata", ["da", "aktivan"], ["ne", "odjavljen"]],
    ["archived", ["no"], ["yes", "archived"]],
  ])("in '%s': %j get mail, %j do not", (head, yes, no) => {
    expect(consent(head, [...yes, ...no])).toMatchObject({ imported: yes, asked: [] });
  });

  it("is read from a column without a known head if it holds a word of refusal", () => {
    expect(consent("Zustand", ["aktiv", "abgemeldet"])).toEqual({
      imported: ["aktiv"],
      left: ['No consent: "abgemeldet" in "Zustand".'],
      asked: [],
    });
  });

  it("is asked about once for each value that is not understood, and left out until then", () => {
    const values = ["active", "pending", "pending", "", "moderated"];
    expect(consent("status", values)).toEqual({
      imported: ["active"],
      left: [
        'Unclear consent: "pending" in "status".',
        'Unclear consent: "pending" in "status".',
        'Unclear consent: nothing in "status".',
        'Unclear consent: "moderated" in "status".',
      ],
      asked: ["pending 2", " 1", "moderated 1"],
    });
    const answers = { "1:pending": "import", "1:moderated": "skip" };
    expect(consent("status", values, { answers })).toMatchObject({
      imported: ["active", "pending", "pending"],
      asked: ["pending 2", " 1", "moderated 1"],
    });
  });

  it("of another channel, or of no subscription, is none", () => {
    const both = "Accepts SMS Marketing,Order status";
    expect(consent(both, ["no,paid", "yes,open"])).toMatchObject({ left: [], asked: [] });
  });

  it("does not fail by a missing time if another column says yes", () => {
    expect(consent("status,CONFIRM_TIME", ["subscribed,", "subscribed,2025-01-02"])).toMatchObject({
      left: [],
      asked: [],
    });
    expect(consent("CONFIRM_TIME", ["2025-01-02", ""])).toMatchObject({
      imported: ["2025-01-02"],
      asked: [" 1"],
    });
  });
});

describe("Rows", () => {
  it("say which lines a quotation mark takes in that is not closed", () => {
    const { good, left } = check('email,name\na@x.rs,A\nb@x.rs,"B\nc@x.rs,C\nd@x.rs,D\n');
    expect(good).toHaveLength(1);
    expect(left).toMatchObject([
      {
        line: 3,
        reason: "Unclosed quotation mark: lines 3 to 5 are read as one row.",
      },
    ]);
  });

  it.each([
    ['"Subscribers" export; 2026', 4],
    ['"Subscribers export', 4],
    ['email,"newsletter', 4],
  ])("are refused as a whole if a quotation mark of the head takes in some: %s", (head, last) => {
    const text = `${head}\nemail,newsletter\na@x.rs,no\n"b@x.rs",yes\nc@x.rs,no\n`;
    const lines = new RegExp(`^The header cannot be read. Unclosed.* lines 1 to [${last}-5] are`);
    expect(refusal(bytesOf(text))).toMatch(lines);
  });

  it("without a head have no name that is an address", () => {
    expect(check("a@x.rs; b@x.rs; c@x.rs\n").columns).toMatchObject({ email: 0, name: [] });
  });

  it("may have blanks around quoted cells", () => {
    const { good } = check('email, name\na@x.rs, "Ana, B" \n "b@x.rs" ,"B ""x"", C"\n');
    expect(good).toEqual([
      { line: 2, email: "a@x.rs", name: "Ana, B" },
      { line: 3, email: "b@x.rs", name: 'B "x", C' },
    ]);
  });

  it("may have invisible marks around their addresses", () => {
    const { good } = check("email\n\u200ba@x.rs\u200b\n\u2066b@x.rs\u2069\n\u00a0c@x.rs\u00ad\n");
    expect(good.map(({ email }) => email)).toEqual(["a@x.rs", "b@x.rs", "c@x.rs"]);
  });
});

describe("An address", () => {
  it.each(["a&b@example.com", "user/dept@example.com", "o'hara+x@example.co.uk"])(
    "'%s' is accepted",
    (address) => {
      expect(check(`email\n${address}\n`).good).toMatchObject([{ email: address }]);
    },
  );

  it.each(["x@example-.com", "x@-example.com", "x@example", "x@exa mple.com", "x@пример/срб"])(
    "'%s' is refused",
    (address) => {
      expect(check(`email\nok@x.rs\n${address}\n`).left).toMatchObject([{ because: "bad" }]);
    },
  );

  it("at a domain in other letters is the one that mail servers know", () => {
    const { good, left } = check(
      "email\nana@пример.срб\nana@xn--e1afmkfd.xn--90a3ac\nb@MÜLLER.de\n",
      { subscribed: ["b@xn--mller-kva.de"], unsubscribed: [] },
    );
    expect(good).toMatchObject([{ email: "ana@xn--e1afmkfd.xn--90a3ac" }]);
    expect(left.map(({ because }) => because)).toEqual(["repeated", "known"]);
  });
});

describe("The encoding of a file", () => {
  const text = "email,name\nd@x.rs,Đorđe Šćepanović\n";
  const wide = (order: "le" | "be", mark: boolean, content = text) => {
    const units = `${mark ? "\uFEFF" : ""}${content}`.split("").map((unit) => unit.charCodeAt(0));
    const view = new DataView(new ArrayBuffer(units.length * 2));
    for (const [n, unit] of units.entries()) view.setUint16(n * 2, unit, order === "le");
    return new Uint8Array(view.buffer);
  };
  /** The text in Windows-1250, which has its own codes for Đ, đ, Š and ć. */
  const windows = Uint8Array.from(text, (sign) => {
    const own: Partial<Record<string, number>> = { Đ: 0xd0, đ: 0xf0, Š: 0x8a, ć: 0xe6 };
    return own[sign] ?? sign.charCodeAt(0);
  });
  it.each([
    ["UTF-8", bytesOf(text), "UTF-8"],
    ["UTF-8 with a byte order mark", bytesOf(`\uFEFF${text}`), "UTF-8"],
    ["UTF-16 with a byte order mark", wide("le", true), "UTF-16"],
    ["big-endian UTF-16", wide("be", true), "UTF-16"],
    ["UTF-16 without a byte order mark", wide("le", false), "UTF-16"],
    ["big-endian UTF-16 without a byte order mark", wide("be", false), "UTF-16"],
    ["UTF-8 with two byte order marks", bytesOf(`\uFEFF\uFEFF${text}`), "UTF-8"],
    ["Windows-1250", windows, "Windows-1250 (Central European)"],
  ])("is recognized: %s", (_, bytes, encoding) => {
    const read = checked(checkFile(bytes, nobody));
    expect(read.encoding).toBe(encoding);
    expect(read.good).toEqual([{ line: 2, email: "d@x.rs", name: "Đorđe Šćepanović" }]);
    expect(read.columnNames).toEqual(["email", "name"]);
  });

  it.each(["le", "be"] as const)(
    "is recognized: UTF-16 of Cyrillic without a mark, %s",
    (order) => {
      const cyrillic = "Е-пошта;Име\nana@x.rs;Ђорђе Ђорђевић\n";
      const read = checked(checkFile(wide(order, false, cyrillic), nobody));
      expect(read.encoding).toBe("UTF-16");
      expect(read.good).toMatchObject([{ name: "Ђорђе Ђорђевић" }]);
    },
  );

  it.each(["le", "be"] as const)(
    "is recognized: UTF-16 without a mark, wherever an emoji stands, %s",
    (order) => {
      for (let length = 160; length < 190; length += 1) {
        const bytes = wide(order, false, `email,name,note\nd@x.rs,D,${"a".repeat(length)}☕🙂\n`);
        expect(checked(checkFile(bytes, nobody)).encoding).toBe("UTF-16");
      }
    },
  );

  it("of joined files may be marked in each of them", () => {
    const part = '\uFEFF"email","status"\r\n"a@x.rs","active"\r\n';
    const read = check(`${part}${part.replace("a@", "b@")}`);
    expect(read.good.map(({ line, email }) => [line, email])).toEqual([
      [2, "a@x.rs"],
      [4, "b@x.rs"],
    ]);
    // The second head holds no address: nothing is asked about it.
    expect(read.left).toMatchObject([{ line: 3, because: "bad" }]);
    expect(read.questions).toEqual([]);
  });
});

describe("The guess of an encoding", () => {
  /** The text in an encoding of one byte a letter. */
  const inEncoding = (label: string, text: string) => {
    const codes = new Map(
      Array.from({ length: 256 }, (_, code) => [
        new TextDecoder(label).decode(Uint8Array.of(code)),
        code,
      ]),
    );
    return Uint8Array.from(text, (letter) => codes.get(letter) ?? 63);
  };

  it.each([
    ["windows-1250", "Đorđe Šćepanović"],
    ["windows-1250", "Jovičić"],
    ["windows-1250", "Grażyna Wiśniewska"],
    ["windows-1250", "Wałęsa"],
    ["windows-1250", "Jiří Dvořák"],
    ["windows-1250", "Nagy Győző"],
    ["windows-1251", "Иван Петров"],
    ["windows-1251", "Ђорђе Љубић"],
    ["windows-1252", "Muñoz"],
    ["windows-1252", "Hélène"],
    ["windows-1252", "Geneviève"],
    ["windows-1252", "João Conceição"],
    ["windows-1252", "Magalhães Simões"],
    ["windows-1252", "Bjørn Åse"],
    ["windows-1252", "Nicolò"],
    ["windows-1252", "Jürgen Weiß"],
  ])("reads what is %s: %s", (label, name) => {
    const { good } = checked(checkFile(inEncoding(label, `email,name\na@x.rs,${name}\n`), nobody));
    expect(good).toMatchObject([{ name }]);
  });

  it("can be corrected", () => {
    const bytes = inEncoding("windows-1251", "email,name\na@x.rs,Ана\n");
    const read = checkFile(bytes, nobody, { encoding: "Windows-1252 (Western European)" });
    expect(checked(read).good).toMatchObject([{ name: "Àíà" }]);
    expect(checked(read).first).toEqual([["a@x.rs", "Àíà"]]);
  });

  it("is UTF-8 where all but some bytes are, and the rows with these are left out", () => {
    const text = bytesOf("email,name\na@x.rs,Đorđe\nb@x.rs,Muñoz\nc@x.rs,Šara\nd@x.rs,X\n");
    const bytes = Uint8Array.from([...text.slice(0, -2), 0xf1, 0x0a]);
    const { encoding, good, left } = checked(checkFile(bytes, nobody));
    expect(encoding).toBe("UTF-8");
    expect(good).toHaveLength(3);
    expect(left).toMatchObject([
      { line: 5, because: "bad", reason: "Unreadable character, shown as �." },
    ]);
  });

  it("is UTF-8 as long as no more of its letters are unreadable than readable", () => {
    const text = bytesOf("email,name\na@x.rs,Đuro\nb@x.rs,X\n");
    const bytes = Uint8Array.from([...text.slice(0, -2), 0xf1, 0x0a]);
    const { encoding, good, left } = checked(checkFile(bytes, nobody));
    expect(encoding).toBe("UTF-8");
    expect(good).toMatchObject([{ name: "Đuro" }]);
    expect(left).toMatchObject([{ line: 3, because: "bad" }]);
  });

  it("is UTF-8 also where another program has lost its letters", () => {
    const { encoding, good, left } = check("email,name\na@x.rs,Mu\ufffdoz\nb@x.rs,Ana\n");
    expect(encoding).toBe("UTF-8");
    expect(good).toMatchObject([{ name: "Ana" }]);
    expect(left).toMatchObject([
      { line: 2, because: "bad", reason: "Unreadable character, shown as �." },
    ]);
  });
});

describe("A file that is no list of subscribers", () => {
  it.each([
    ["nothing at all", new Uint8Array(), "The file has no rows."],
    ["column heads alone", bytesOf("email,name\n"), "The file has no rows."],
    ["a workbook", Uint8Array.of(0x50, 0x4b, 3, 4), /workbook/],
    ["an image", Uint8Array.of(0x89, 0x50, 0, 0, 1, 2, 0, 7), /not a text file/],
  ])("is refused: %s", (_, bytes, reason) => {
    expect(refusal(bytes)).toMatch(reason);
  });

  it("is refused with one row too many, and not before", () => {
    const rows = Array.from({ length: importLimits.rows }, (_, n) => `e${n}@x.rs`).join("\n");
    expect(check(`email\n${rows}`).good).toHaveLength(importLimits.rows);
    expect(refusal(bytesOf(`email\n${rows}\none@x.rs`))).toMatch(/more than 50,000 rows/);
    expect(refusal(bytesOf(`${rows}\none@x.rs`))).toMatch(/more than 50,000 rows/);
  });
});

describe("Any file", () => {
  it("is checked without throwing, and yields each line and address once", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        checkFile(bytes, nobody);
      }),
    );
    const cell = fc.constantFrom("a@x.rs", "b@x.rs", "", "Ana", '"', '"Ana, B"', "=1+1", "ž", " ");
    const line = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(","));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const read = checkFile(bytesOf(lines.join("\n")), nobody);
        if (read.is === "refused") return;
        const all = [...read.good, ...read.left].map((row) => row.line);
        expect(new Set(all).size).toBe(all.length);
        expect(Math.max(...all)).toBeLessThanOrEqual(lines.length);
        const addresses = read.good.map(({ email }) => email.toLowerCase());
        expect(new Set(addresses).size).toBe(addresses.length);
      }),
    );
  });

  it.each([
    ["en-US", "Email,Name,Status"],
    ["sr-RS", "Email;Name;Status"],
  ])("of our own export, written for %s, is read back unchanged", (locale, head) => {
    vi.spyOn(navigator, "language", "get").mockReturnValue(locale);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(subscribersCsv([])).toBe(`${head}\r\n`);
    const name = fc
      .string({ unit: fc.constantFrom(..."=+-@'\"ŽđA,;\n "), maxLength: 8 })
      .map((text) =>
        text
          .trim()
          .replace(/\s+/g, " ")
          .replace(/^[' ]+/, ""),
      );
    const people = fc.array(fc.record({ name, sign: fc.constantFrom("", "+", "-") }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(people, (some) => {
        const subscribers = some.map((one, n) => ({
          id: n,
          email: `${one.sign}e${n}@x.rs`,
          name: one.name || null,
          is_active: true,
        }));
        const { good } = check(`\uFEFF${subscribersCsv(subscribers)}`);
        expect(good.map(({ email, name }) => [email, name])).toEqual(
          subscribers.map(({ email, name }) => [email, name]),
        );
      }),
    );
  });
});

describe("The report of an import", () => {
  const rows: readonly ReportRow[] = [
    {
      line: 2,
      email: "ana@x.rs",
      name: "Ana; Bakić",
      result: "failed",
      reason: "No answer; wait.",
    },
    { line: 3, email: "vuk@x.rs", name: "", result: "left out", reason: "“no” in “Newsletter”." },
  ];

  it.each([
    ["en-US", ","],
    ["sr-RS", ";"],
  ])(
    "is read again, as in %s, and adds nobody before its reasons are explained",
    (locale, sign) => {
      vi.spyOn(navigator, "language", "get").mockReturnValue(locale);
      onTestFinished(() => void vi.restoreAllMocks());
      const { good, left, delimiter, questions } = check(`\uFEFF${reportCsv(rows)}`);
      expect(delimiter).toBe(sign);
      expect(left.map(({ email, name }) => [email, name])).toEqual([
        ["ana@x.rs", "Ana; Bakić"],
        ["vuk@x.rs", ""],
      ]);
      // Without the question, who had refused would be added by a second import.
      expect(questions.map(({ value }) => value)).toEqual(rows.map(({ reason }) => reason));
      expect(good).toEqual([]);
    },
  );
});

describe("Exporting the subscribers", () => {
  it("keeps a spreadsheet from running a name as a formula", () => {
    const evil = { id: 1, email: "a@x.rs", name: '=HYPERLINK("https://x")', is_active: false };
    expect(subscribersCsv([evil])).toBe(
      'Email,Name,Status\r\na@x.rs,"\'=HYPERLINK(""https://x"")",Inactive\r\n',
    );
  });
});
