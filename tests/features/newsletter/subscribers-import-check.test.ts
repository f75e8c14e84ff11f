import { describe, expect, it, onTestFinished, vi } from "vitest";
import { importLimits } from "@/features/newsletter/import/check";
import { type ReportRow, reportCsv } from "@/features/newsletter/import/report";
import { subscribersCsv } from "@/features/newsletter/views/subscribers";
import { fc } from "../../support/random-seed";
import { bytesOf, check, checked, imported } from "./imported-file";

const refusal = (file: Uint8Array | string) => {
  const read = check(file);
  return read.is === "refused" ? read.reason : undefined;
};

describe("Checking a file of subscribers", () => {
  it("reads addresses and names by their column heads", () => {
    const { good, left, columns, columnNames, delimiter } = checked(
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

  it("works without column heads, and uses the column that has the addresses", () => {
    const { good, columns } = checked("Milica;milica@x.rs\r\nVuk;vuk@x.rs\r\n");
    expect(columns).toEqual({ hasHead: false, email: 1, name: [0] });
    expect(good.map(({ line, email }) => [line, email])).toEqual([
      [1, "milica@x.rs"],
      [2, "vuk@x.rs"],
    ]);
  });

  it.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["bars", "|"],
  ])("reads columns separated by %s", (_, sign) => {
    const { good, delimiter } = checked(`email${sign}name\nmilica@x.rs${sign}Milica\n`);
    expect(delimiter).toBe(sign);
    expect(good).toEqual([{ line: 2, email: "milica@x.rs", name: "Milica" }]);
  });

  it("uses the separator that Excel's 'sep=' line names", () => {
    const { good, delimiter } = checked("sep=;\nemail;name\nmilica@x.rs;Milica, druga\n");
    expect(delimiter).toBe(";");
    expect(good).toEqual([{ line: 3, email: "milica@x.rs", name: "Milica, druga" }]);
  });

  it.each([
    ["quoted", '"sep=;"'],
    ["filled with separators", "sep=;;"],
    ["in capitals", "SEP=;"],
    ["wrong", "sep=,"],
  ])("takes the 'sep=' line for no row where it is %s", (_, line) => {
    const { good, left, delimiter } = checked(`${line}\nemail;name\nmilica@x.rs;Milica\n`);
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
      const { good, left, delimiter, columnNames } = checked(`${lines.join("\n")}\n`);
      expect(delimiter).toBe(";");
      expect(columnNames).toEqual(head.split(";"));
      expect(good).toEqual([{ line: title.length + 2, email: "ana@x.rs", name: "Ana" }]);
      expect(left.map(({ reason }) => reason)).toEqual(['No consent: "ne" in "Newsletter".']);
    }
  });

  it("finds the rows below a title without a head, and asks what their answers mean", () => {
    const { good, columns, questions } = checked(
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
    const { good, left } = checked(text);
    expect(left.map(({ line }) => line)).toEqual(bad);
    expect(left.every(({ because }) => because === "bad")).toBe(true);
    expect(good.map(({ email }) => email)).toEqual(emails);
  });

  it("takes no row below the head for a title's head, nor a head for a title", () => {
    const { good, left } = checked(
      "email,name,newsletter\n,mail Ana,no\na@x.rs,Ana,no\nb@x.rs,B,yes\n",
    );
    expect(good).toEqual([{ line: 4, email: "b@x.rs", name: "B" }]);
    expect(left.map(({ line, because }) => [line, because])).toEqual([
      [2, "bad"],
      [3, "unwanted"],
    ]);
    expect(checked("Adresa\nAna\na@x.rs\n").left).toMatchObject([{ line: 2, because: "bad" }]);
  });

  it.each([
    [
      "its row has fewer cells",
      "Email,Newsletter\nmilan(at)x.rs,no,a,b\na@x.rs,no,,\nb@x.rs,yes,,\n",
    ],
    ["it does not name e-mail", "Adresa,Opt in,\nmilan(at)x.rs,no,a\na@x.rs,no,\nb@x.rs,yes,\n"],
    ["a row has its words", "Adresa,Newsletter,\nana,unsubscribed,x y\na@x.rs,no,\nb@x.rs,yes,\n"],
  ])("takes no wider row without an address for the head where %s", (_, text) => {
    const { good, left } = checked(text);
    expect(good.map(({ email }) => email)).toEqual(["b@x.rs"]);
    expect(left).toContainEqual(expect.objectContaining({ email: "a@x.rs", because: "unwanted" }));
  });

  it("counts lines in quotes and empty lines, so that a row can be found in the file", () => {
    const { good, left } = checked(
      'email,name\r\n\r\na@x.rs,"Ana\r\nMarija ""Mara"""\r\nb@,B\r\n\r\nc@x.rs,C\r\n',
    );
    expect(good).toEqual([
      { line: 3, email: "a@x.rs", name: 'Ana Marija "Mara"' },
      { line: 7, email: "c@x.rs", name: "C" },
    ]);
    expect(left).toMatchObject([{ line: 5, email: "b@", because: "bad" }]);
  });

  it("reports what is wrong with a row", () => {
    const { good, left } = checked(
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
    const { good, left } = checked(
      "email\na@x.rs\nA@X.rs\nb@x.rs\nc@x.rs\nC@x.rs\n",
      {},
      { subscribed: ["B@x.rs"], unsubscribed: ["c@x.rs"] },
    );
    expect(good).toEqual([{ line: 2, email: "a@x.rs", name: null }]);
    expect(left.map(({ line, because, reason }) => [line, because, reason])).toEqual([
      [3, "repeated", "Duplicate of line 2."],
      [4, "known", "Already subscribed."],
      [5, "known", "Has unsubscribed."],
      [6, "repeated", "Duplicate of line 5."],
    ]);
  });
});

describe("Consent in a file", () => {
  it.each([
    // MailerLite, Mautic; German, Serbian.
    [
      "Status",
      ["Active"],
      ["unsubscribed", "Unconfirmed", "Bounced", "Junk", "deleted", "invalid"],
    ],
    ["Do not contact", ["0", ""], ["1", "bounced"]],
    ["Opted out", ["false"], ["true", "opted-out"]],
    ["Suppressed", [""], ["suppressed", "2025-03-01"]],
    ["Status", ["angemeldet"], ["abgemeldet", "inaktiv"]],
    ["Pretplata", ["da", "aktivan"], ["ne", "odjavljen"]],
    ["archived", ["no"], ["yes", "archived"]],
  ])("in '%s': %j get mail, %j do not", (head, yes, no) => {
    const values = [...yes, ...no];
    const { good, asked } = imported([
      `email,${head}`,
      ...values.map((value, n) => `${n}@x.rs,${value}`),
    ]);
    expect([good.map((n) => values[Number(n)]), asked]).toEqual([yes, []]);
  });

  it("is read from a column without a known head if it holds a word of refusal", () => {
    const { good, reasons, asked } = imported([
      "email,Zustand",
      "a@x.rs,aktiv",
      "b@x.rs,abgemeldet",
    ]);
    expect(good).toEqual(["a"]);
    expect(reasons).toEqual({ "3 b": 'No consent: "abgemeldet" in "Zustand".' });
    expect(asked).toEqual([]);
  });
});

describe("Rows", () => {
  it.each([
    ['"Subscribers" export; 2026', 4],
    ['"Subscribers export', 4],
    ['email,"newsletter', 4],
  ])("are refused as a whole if a quotation mark of the head takes in some: %s", (head, last) => {
    const text = `${head}\nemail,newsletter\na@x.rs,no\n"b@x.rs",yes\nc@x.rs,no\n`;
    const lines = new RegExp(`^The header cannot be read. Unclosed.* lines 1 to [${last}-5] are`);
    expect(refusal(text)).toMatch(lines);
  });

  it("without a head have no name that is an address", () => {
    expect(checked("a@x.rs; b@x.rs; c@x.rs\n").columns).toMatchObject({ email: 0, name: [] });
  });

  it("may have blanks around quoted cells", () => {
    const { good } = checked('email, name\na@x.rs, "Ana, B" \n "b@x.rs" ,"B ""x"", C"\n');
    expect(good).toEqual([
      { line: 2, email: "a@x.rs", name: "Ana, B" },
      { line: 3, email: "b@x.rs", name: 'B "x", C' },
    ]);
  });

  it("may have invisible marks around their addresses", () => {
    const { good } = checked("email\n\u200ba@x.rs\u200b\n\u2066b@x.rs\u2069\n\u00a0c@x.rs\u00ad\n");
    expect(good.map(({ email }) => email)).toEqual(["a@x.rs", "b@x.rs", "c@x.rs"]);
  });
});

describe("An address", () => {
  it.each(["a&b@example.com", "user/dept@example.com", "o'hara+x@example.co.uk"])(
    "'%s' is accepted",
    (address) => {
      expect(checked(`email\n${address}\n`).good).toMatchObject([{ email: address }]);
    },
  );

  it.each(["x@example-.com", "x@-example.com", "x@example", "x@exa mple.com", "x@пример/срб"])(
    "'%s' is refused",
    (address) => {
      expect(checked(`email\nok@x.rs\n${address}\n`).left).toMatchObject([{ because: "bad" }]);
    },
  );

  it("at a domain in other letters is the one that mail servers know", () => {
    const { good, left } = checked(
      "email\nana@пример.срб\nana@xn--e1afmkfd.xn--90a3ac\nb@MÜLLER.de\n",
      {},
      { subscribed: ["b@xn--mller-kva.de"] },
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
    const read = checked(bytes);
    expect(read.encoding).toBe(encoding);
    expect(read.good).toEqual([{ line: 2, email: "d@x.rs", name: "Đorđe Šćepanović" }]);
    expect(read.columnNames).toEqual(["email", "name"]);
  });

  it.each(["le", "be"] as const)(
    "is recognized: UTF-16 of Cyrillic without a mark, %s",
    (order) => {
      const cyrillic = "Е-пошта;Име\nana@x.rs;Ђорђе Ђорђевић\n";
      const read = checked(wide(order, false, cyrillic));
      expect(read.encoding).toBe("UTF-16");
      expect(read.good).toMatchObject([{ name: "Ђорђе Ђорђевић" }]);
    },
  );

  it.each(["le", "be"] as const)(
    "is recognized: UTF-16 without a mark, wherever an emoji stands, %s",
    (order) => {
      for (let length = 160; length < 190; length += 1) {
        const bytes = wide(order, false, `email,name,note\nd@x.rs,D,${"a".repeat(length)}☕🙂\n`);
        expect(checked(bytes).encoding).toBe("UTF-16");
      }
    },
  );

  it("of joined files may be marked in each of them", () => {
    const part = '\uFEFF"email","status"\r\n"a@x.rs","active"\r\n';
    const read = checked(`${part}${part.replace("a@", "b@")}`);
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
  it("is UTF-8 as long as no more of its letters are unreadable than readable", () => {
    const text = bytesOf("email,name\na@x.rs,Đuro\nb@x.rs,X\n");
    const bytes = Uint8Array.from([...text.slice(0, -2), 0xf1, 0x0a]);
    const { encoding, good, left } = checked(bytes);
    expect(encoding).toBe("UTF-8");
    expect(good).toMatchObject([{ name: "Đuro" }]);
    expect(left).toMatchObject([{ line: 3, because: "bad" }]);
  });

  it("is UTF-8 also where another program has lost its letters", () => {
    const { encoding, good, left } = checked("email,name\na@x.rs,Mu\ufffdoz\nb@x.rs,Ana\n");
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
    ["column heads alone", "email,name\n", "The file has no rows."],
    ["a workbook", Uint8Array.of(0x50, 0x4b, 3, 4), /workbook/],
    ["an image", Uint8Array.of(0x89, 0x50, 0, 0, 1, 2, 0, 7), /not a text file/],
  ])("is refused: %s", (_, bytes, reason) => {
    expect(refusal(bytes)).toMatch(reason);
  });

  it("is refused with one row too many, and not before", () => {
    const rows = Array.from({ length: importLimits.rows }, (_, n) => `e${n}@x.rs`).join("\n");
    expect(checked(`email\n${rows}`).good).toHaveLength(importLimits.rows);
    expect(refusal(`email\n${rows}\none@x.rs`)).toMatch(/more than 50,000 rows/);
    expect(refusal(`${rows}\none@x.rs`)).toMatch(/more than 50,000 rows/);
  });
});

describe("Any file", () => {
  it("is checked without throwing, and yields each line and address once", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        check(bytes);
      }),
    );
    const cell = fc.constantFrom("a@x.rs", "b@x.rs", "", "Ana", '"', '"Ana, B"', "=1+1", "ž", " ");
    const line = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(","));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const read = check(lines.join("\n"));
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
        const { good } = checked(`\uFEFF${subscribersCsv(subscribers)}`);
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
      const { good, left, delimiter, questions } = checked(`\uFEFF${reportCsv(rows)}`);
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

describe("Names in two columns", () => {
  it.each([
    ["Name,Last name", "Ana,Primer"],
    ["Name,Surname", "Ana,Primer"],
    ["Surname,Name", "Primer,Ana"],
    ["NOM,PRENOM", "Primer,Ana"],
    ["Prénom,Nom de famille", "Ana,Primer"],
    ["NACHNAME,VORNAME", "Primer,Ana"],
    ["Name,Vorname", "Primer,Ana"],
    ["APELLIDOS,NOMBRE", "Primer,Ana"],
    ["COGNOME,NOME", "Primer,Ana"],
    ["Nome,Sobrenome", "Ana,Primer"],
    ["Име,Презиме", "Ana,Primer"],
    ["Презиме,Име", "Primer,Ana"],
    ["Ime,Prezime", "Ana,Primer"],
    ["Имя,Фамилия", "Ana,Primer"],
    ["Ime,Priimek", "Ana,Primer"],
    ["Jméno,Příjmení", "Ana,Primer"],
    ["Imię,Nazwisko", "Ana,Primer"],
    ["Achternaam,Voornaam", "Primer,Ana"],
    ["FNAME,LNAME", "Ana,Primer"],
    ["firstName,lastName", "Ana,Primer"],
    ["FIRSTNAME,LASTNAME", "Ana,Primer"],
    ["Billing First Name,Billing Last Name", "Ana,Primer"],
    ["Full name,Last name", "Ana Primer,Primer"],
    ["Name,Last name", "Ana Primer,Primer"],
    ["Name,First name", "Ana Primer,Ana"],
    ["Ime i prezime,Ime", "Ana Primer,Ana"],
  ])("are joined in their order: %s", (head, names) => {
    expect(imported([`${head},Email`, `${names},a@example.com`]).names).toEqual({
      a: "Ana Primer",
    });
  });

  it.each([
    ["Last name", "Primer"],
    ["Nom", "Ana Primer"],
    ["Nome", "Ana"],
    ["Vor- und Nachname", "Ana Primer"],
  ])("are one if the other is missing: %s", (head, name) => {
    expect(imported([`Email,${head}`, `a@example.com,${name}`]).names).toEqual({ a: name });
  });

  it("are not made of a user name or a company", () => {
    expect(imported(["Email,Username,Company name", "a@example.com,ana7,Primer"]).names).toEqual({
      a: null,
    });
  });

  it("are joined as the operator chose", () => {
    const columns = { hasHead: true, email: 0, name: [2, 1] };
    expect(imported(["mail,x,y", "a@example.com,Primer,Ana"], { columns }).names).toEqual({
      a: "Ana Primer",
    });
  });
});

describe("A quotation mark", () => {
  it('is written as \\" in a cell by MailPoet', () => {
    const { names, reasons } = imported([
      '"Email","First name","List"',
      '"ana@example.com","Ana \\"Ani, Anči\\"","Vesti"',
      '"vuk@example.com","Vuk 5\\", veliki","Vesti"',
      '"iva@example.com","\\"Iva\\"","Vesti"',
    ]);
    expect(names).toEqual({ ana: 'Ana "Ani, Anči"', vuk: 'Vuk 5", veliki', iva: '"Iva"' });
    expect(reasons).toEqual({});
  });

  it("ends a cell whose last letter is a backslash in other files", () => {
    const { names } = imported(["email,name", 'a@example.com,"C:\\"', 'b@example.com,"B, C"']);
    expect(names).toEqual({ a: "C:\\", b: "B, C" });
  });

  it.each([
    [
      "that is not closed takes in the lines that are named",
      ['a@x.rs,"A', "b@x.rs,B", "c@x.rs,C"],
      "Unclosed quotation mark: lines 2 to 4 are read as one row.",
      [],
    ],
    [
      "that is not closed on the last line takes in nothing else",
      ["b@x.rs,B", 'a@x.rs,"A'],
      "Unclosed quotation mark.",
      ["b"],
    ],
    [
      "inside a quoted cell is not called unclosed",
      ['a@x.rs,"Ana "Ani" Primer"', "b@x.rs,B"],
      "Stray quotation mark in a quoted cell: it has to be written twice.",
      ["b"],
    ],
    [
      "that a later one closes is one or the other",
      ['a@x.rs,"A', 'b@x.rs,"B"', "c@x.rs,C"],
      "Unclosed or stray quotation mark: lines 2 to 3 are read as one row.",
      ["c"],
    ],
  ])("%s", (_, rows, reason, added) => {
    const { good, reasons } = imported(["email,name", ...rows]);
    expect([good, Object.values(reasons)]).toEqual([added, [reason]]);
  });
});
