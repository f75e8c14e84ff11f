import { describe, expect, it } from "vitest";
import { checked, imported } from "./imported-file";

const goodOf = (...lines: readonly string[]) => imported(lines).good;
const askedOf = (...lines: readonly string[]) => imported(lines).asked.map(([, value]) => value);

/** One row whose column of this head holds the value. */
const file = (head: string, value: string) => [`email,"${head}"`, `a@example.com,"${value}"`];

describe("A head that names both answers, or turns a refusal round", () => {
  it.each([
    ["Newsletter (yes/no)", "yes", "no"],
    ["Newsletter (da/ne)", "da", "ne"],
    ["Newsletter (oui/non)", "oui", "non"],
    ["Newsletter (sim/não)", "sim", "não"],
    ["Newsletter (1 = yes, 0 = no)", "1", "0"],
    ["Subscribed: yes or no", "Yes", "No"],
    ["Opt-in/Opt-out", "yes", "no"],
    ["Not unsubscribed", "yes", "no"],
    ["I agree to receive e-mails. You can unsubscribe at any time.", "Yes", "No"],
    ["Newsletter abonnieren (Abmeldung jederzeit möglich)", "ja", "nein"],
    ["Je m'abonne à la newsletter (désinscription possible)", "oui", "non"],
    ["Acepto recibir la newsletter (puede darse de baja)", "sí", "no"],
    ["Would you like to receive our newsletter, or not?", "Yes", "No"],
    ["Accepts marketing, not third parties", "yes", "no"],
    ["non_transactional_email_opt_in", "true", "false"],
    ["Newsletter & SMS", "yes", "no"],
    ["Saglasnost za e-poštu i SMS", "da", "ne"],
    ["Consentement courriel et SMS", "oui", "non"],
    ["Open to newsletters", "yes", "no"],
    ["I agree to photos and newsletter", "yes", "no"],
    ["Consent form", "yes", "no"],
    ["Opt in via form", "true", "false"],
    ["Consent to track", "Yes", "No"],
    ["email_verified", "true", "false"],
    ["Receive e-mails in my language", "yes", "no"],
    ["Newsletter out", "yes", "no"],
    ["Spam consent", "yes", "no"],
    ["Junk mail", "yes", "no"],
  ])("is asked about: %s", (head, yes, no) => {
    for (const value of [yes, no]) {
      expect(goodOf(...file(head, value))).toEqual([]);
      expect(askedOf(...file(head, value))).toEqual([value]);
    }
  });
});

describe("A head that names a refusal", () => {
  it.each([
    ["Newsletter abbestellt", "ja"],
    ["Newsletter-Sperre", "ja"],
    ["Werbewiderspruch", "ja"],
    ["Einwilligung widerrufen am", "2025-01-02"],
    ["Consentement retiré", "oui"],
    ["Date de retrait du consentement", "2025-01-02"],
    ["Consentimiento revocado", "sí"],
    ["Suscripción cancelada", "sí"],
    ["Canceló la suscripción a todos los correos electrónicos", "Sí"],
    ["Consenso negato", "sì"],
    ["Consentimento revogado", "sim"],
    ["Saglasnost povučena", "da"],
    ["Pretplata otkazana", "da"],
    ["Претплата отказана", "да"],
    ["Toestemming ingetrokken", "ja"],
    ["Zgoda wycofana", "tak"],
    ["Souhlas odvolán", "ano"],
    ["Consent denied", "true"],
    ["Consent expired", "yes"],
    ["Subscription paused", "true"],
    ["Subscription end date", "2025-01-02"],
    ["Confirmation pending", "true"],
    ["IsOptInPending", "true"],
    ["IsExcludedFromCampaigns", "true"],
    ["Email Suspended", "true"],
    ["Unconfirmed", "yes"],
    ["DONOTEMAIL", "1"],
    ["Never email", "yes"],
    ["Block", "yes"],
    ["Liste noire", "oui"],
    ["Sperrliste", "ja"],
    ["Opted out of email: Open house", "true"],
    ["Unsubscribed from click tips", "true"],
    ["Subscription type", "unsubscribed"],
    ["Opted out of email: Renewals", "TRUE"],
    ["Opted out of email: Plan updates", "TRUE"],
    ["Unsubscribe status date", "2025-01-02"],
    ["Unsubscribed from paid subscriptions", "true"],
    ["Marketing declined at checkout", "yes"],
    ["Opt out of SMS and marketing", "yes"],
    ["Opted out of all communication incl. phone", "true"],
    ["Opt me out of newsletter", "yes"],
    ["Out of mailing list", "yes"],
    ["Pretplata do", "2024-01-01"],
    ["Subscription to", "2024-01-01"],
    ["Newsletter (yes/no)", "No, thanks"],
    ["Newsletter & SMS", "nein danke"],
    ["I agree to photos and newsletter", "No, only photos"],
  ])("is never read as a consent: %s", (head, value) => {
    expect(goodOf(...file(head, value))).toEqual([]);
    // Nor beside a column that says yes.
    expect(goodOf(`email,status,"${head}"`, `a@example.com,active,"${value}"`)).toEqual([]);
  });

  it("with a word that is not known does not make a consent of a no", () => {
    expect(askedOf(...file("Unsubscribed from click tips", "false"))).toEqual(["false"]);
    expect(goodOf(...file("Opted out of email: Open house", "false"))).toEqual(["a"]);
  });
});

describe("A no", () => {
  it.each([
    ["Nieuwsbrief", "nee"],
    ["Nyhetsbrev", "nej"],
    ["Infolettre", "non"],
    ["Boletín", "no"],
    ["Acepta correos", "no"],
    ["Werbeeinwilligung", "nein"],
    ["Hírlevél", "nem"],
    ["Подписка", "нет"],
    ["Рассылка", "нет"],
    ["Abonat", "nu"],
    ["Newsletter", "FALSCH"],
    ["Newsletter", "faux"],
    ["Newsletter", "❌"],
    ["Statut", "Bloqué"],
    ["Statut", "En attente"],
    ["Estado", "No suscrito"],
    ["Estado", "Pendiente"],
    ["Stato", "Non iscritto"],
    ["Stanje", "na čekanju"],
    ["Status", "-1"],
    ["Status", "x"],
    ["Newsletter", "2025-01-02 unsubscribed"],
    ["Newsletter", "01.02.2025 (abgemeldet)"],
    ["Newsletter", "2025-01-02 10:00 nein"],
    ["Newsletter", "off, 2025-01-02"],
    ["Newsletter", "unsubscribed 12 2024"],
    ["Subscribed at checkout", "no"],
    ["Accepts marketing at checkout", "no"],
    ["Receive our e-mail campaign", "no"],
    ["Newsletter", "☐ yes"],
    ["Opt-in date", "0000-00-00 00:00"],
    ["Opt-in date", "00.00.0000"],
    ["Opt-in date", "0001-01-01 00:00:00"],
    ["Opt-in date", "01/01/1970"],
    ["Opt-in date", "1899-12-30"],
    ["Unsubscribed", "✅"],
    ["Unsubscribed", "✔️"],
    ["Unsubscribed", "☒"],
    ["Unsubscribed", "+"],
    ["Unsubscribed", "●"],
  ])("is understood or asked about: %s = %s", (head, value) => {
    expect(goodOf(...file(head, value))).toEqual([]);
  });

  it.each([
    "2025-01-02",
    "2025-01-02T10:00:00Z",
    "2025-01-02 10:00:00 +0100",
    "02.01.2025 10:00",
    "2. januar 2025.",
    "Jan 2, 2025 10:00 AM",
    "Thu, 2 Jan 2025 10:00:00 GMT",
    "1/2/2025 10:00:00 a.m. (CET)",
  ])("is not seen in a time: %s", (value) => {
    expect(goodOf(...file("Opt-in date", value))).toEqual(["a"]);
  });
});

describe("A no outside of the columns with a head", () => {
  it("is seen in a file that has no head, and is no name there", () => {
    const { good, left, columns } = checked(["a@example.com,unsubscribed", "b@example.com,active"]);
    expect(good).toEqual([{ line: 2, email: "b@example.com", name: null }]);
    expect(left).toMatchObject([{ reason: 'No consent: "unsubscribed" in "Column 2".' }]);
    expect(columns.name).toEqual([]);
    expect(askedOf("a@example.com,Ana,no", "b@example.com,Bo,yes")).toEqual(["no", "yes"]);
    expect(
      checked(["a@example.com,weekly", "b@example.com,unsubscribed", "c@example.com,monthly"]).good,
    ).not.toContainEqual(expect.objectContaining({ email: "b@example.com" }));
  });

  it.each([
    "Email,Twitter @,Newsletter",
    '"E-mail (name@example.com)",Name,Newsletter',
    "Export of 2 January 2025,,\nEmail,Name,Newsletter",
    "E-mail list of the shop\nEmail,Name,Newsletter",
    "Email subscribers,,\nEmail,Name,Newsletter",
  ])("is seen below a head that holds an @, or has a title above it: %s", (head) => {
    expect(goodOf(head, "a@example.com,Ana,yes", "b@example.com,Bo,no")).toEqual(["a"]);
  });

  it("may be in a cell that is missing, so that is asked about", () => {
    const torn = ["email,name,unsubscribed", "a@example.com,Ana", "Primer,true"];
    expect(imported(torn).reasons).toMatchObject({
      "2 a": 'Unclear consent: nothing in "unsubscribed".',
    });
    expect(goodOf("email,first,last,unsubscribed", "a@example.com,Ana,true")).toEqual([]);
    // Some programs leave out the empty cells at the end.
    const short = ["email,name,unsubscribed_at", "a@example.com,Ana", "b@example.com,Bo,"];
    expect(goodOf(...short)).toEqual(["b"]);
    expect(checked(short, { answers: { "2:": "import" } }).good).toHaveLength(2);
  });

  it("may be in a cell beyond the head", () => {
    expect(goodOf("email,name", "a@example.com,Ana", "b@example.com,Bo,unsubscribed")).toEqual([
      "a",
    ]);
  });

  it.each(["mailto:ana@example.com", "ana@example.com.", "'ana@example.com'"])(
    "holds back the same address elsewhere, also where it cannot be read: %s",
    (address) => {
      expect(goodOf("email,status", "ana@example.com,active", `${address},unsubscribed`)).toEqual(
        [],
      );
    },
  );

  it("holds back an address with an apostrophe", () => {
    expect(
      goodOf(
        "email,status",
        "o'hara@example.com,active",
        `"o'hara@example.com; b@example.com",dnd`,
      ),
    ).toEqual([]);
  });
});

describe("HubSpot's file of unsubscribes", () => {
  it.each([
    ["TRUE", "FALSE"],
    ["1", "0"],
    ["WAHR", "FALSCH"],
  ])("refuses by %s, whatever the kind of mail is called", (yes, no) => {
    expect(
      goodOf(
        "Email,Portal Unsubscribe,Order updates,Open house",
        `a@example.com,${no},${yes},${no}`,
        `b@example.com,${no},${no},${yes}`,
        `c@example.com,${no},${no},${no}`,
      ),
    ).toEqual(["c"]);
  });
});

describe("A column that holds yes and no alone, and is not read", () => {
  it("is named beyond a head that is shorter than its rows", () => {
    const { unread, columnNames } = checked([
      "Email,Ime",
      "a@example.com,Ana,ne",
      "b@example.com,Bo",
    ]);
    expect(unread.map((column) => columnNames[column])).toEqual(["Column 3"]);
  });

  it("is named", () => {
    const { unread, columnNames, good } = checked([
      "email,status,VIP,Note,GMTOFF,Tax Exempt",
      "a@example.com,active,no,Ana,1,no",
      "b@example.com,active,yes,Bo,1,no",
    ]);
    expect(unread.map((column) => columnNames[column])).toEqual(["VIP"]);
    expect(good).toHaveLength(2);
  });
});

describe("A no outweighs every yes", () => {
  it("in another column of the row", () => {
    const { good } = imported([
      "email,status,opted_out,CONFIRM_TIME",
      "a@example.com,active,yes,2025-01-02",
      "b@example.com,active,,never",
      "c@example.com,active,,",
    ]);
    expect(good).toEqual(["c"]);
  });

  it("in another row, whichever comes first and however the address is written", () => {
    const { good } = imported([
      "email,status",
      "Ana@Example.com,unsubscribed",
      "ana@example.com,active",
      "vuk@пример.срб,active",
      "VUK@xn--e1afmkfd.xn--90a3ac,bounced",
    ]);
    expect(good).toEqual([]);
  });

  it("in a row that cannot be added itself", () => {
    const { good, reasons } = imported([
      "email,name,status",
      "long@example.com,L,active",
      `long@example.com,${"x".repeat(201)},unsubscribed`,
      "lost@example.com,L,active",
      "lost@example.com,M\ufffdoz,unsubscribed",
      "two@example.com,T,active",
      '"two@example.com, three@example.com",T,unsubscribed',
      "fine@example.com,F,active",
    ]);
    expect(good).toEqual(["fine"]);
    expect(reasons).toMatchObject({
      "2 long": 'No consent: "unsubscribed" in "status", line 3.',
      "4 lost": 'No consent: "unsubscribed" in "status", line 5.',
      "6 two": 'No consent: "unsubscribed" in "status", line 7.',
    });
  });

  it("may stand in a row that cannot be read, so its addresses are held back", () => {
    const { good, reasons } = imported([
      "email,name,status",
      "ana@example.com,Ana,active",
      "vuk@example.com,Vuk,active",
      'iva@example.com,"Iva,active',
      "ana@example.com,Ana,unsubscribed",
    ]);
    expect(good).toEqual(["vuk"]);
    expect(reasons).toMatchObject({
      "2 ana": "Unclear consent: line 4 names this address and cannot be read.",
    });
  });

  it("may stand in a cell beyond the header, so its row is no yes", () => {
    const rows = ["ana@example.com,Primer, Ana,,true", "ana@example.com,Ana,,"];
    expect(imported(["email,name,disabled", ...rows])).toMatchObject({
      good: [],
      reasons: { "2 ana": "More cells than the header has." },
    });
    // Without such a column, a comma in a name costs the rest of the name alone.
    expect(imported(["email,name", rows[0] ?? ""]).good).toEqual(["ana"]);
  });

  it("waits for the answer about another row of the address", () => {
    const rows = ["email,status", "ana@example.com,active", "ana@example.com,pending"];
    expect(imported(rows)).toMatchObject({
      good: [],
      reasons: {
        "2 ana": 'Unclear consent: "pending" in "status", line 3.',
        "3 ana": 'Unclear consent: "pending" in "status".',
      },
    });
    expect(imported(rows, { answers: { "1:pending": "skip" } }).good).toEqual([]);
    expect(imported(rows, { answers: { "1:pending": "import" } }).good).toEqual(["ana"]);
  });

  it("in the list that is here, and a subscriber here who refused there is named", () => {
    const { good, reasons } = imported(
      ["email,status", "off@example.com,active", "on@example.com,unsubscribed"],
      {},
      { subscribed: ["ON@example.com", "off@example.com"], unsubscribed: ["Off@example.com"] },
    );
    expect(good).toEqual([]);
    expect(reasons).toEqual({
      "2 off": "Has unsubscribed.",
      "3 on": 'No consent: "unsubscribed" in "status". Still subscribed here.',
    });
  });

  it("and an answer does not change it", () => {
    const rows = ["email,status", "ana@example.com,unsubscribed"];
    expect(imported(rows, { answers: { "1:unsubscribed": "import", "1": "import" } }).good).toEqual(
      [],
    );
  });
});

describe("A column without a title in the head", () => {
  it("is asked about if it holds yes and no alone", () => {
    const { good, asked } = imported(["email,name,", "a@example.com,A,yes", "b@example.com,B,no"]);
    expect(good).toEqual([]);
    expect(asked).toEqual([
      ["Column 3", "yes", 1],
      ["Column 3", "no", 1],
    ]);
  });

  it("may hold the numbers of the rows", () => {
    const { good, asked } = imported([",email", "0,a@example.com", "1,b@example.com"]);
    expect(good).toEqual(["a", "b"]);
    expect(asked).toEqual([]);
  });
});

describe("What is unknown", () => {
  const rows = [
    "email,status,Marketing Information",
    "a@example.com,active,TRUE",
    "b@example.com,pending,FALSE",
    "c@example.com,moderated,",
    "d@example.com,unsubscribed,TRUE",
  ];

  it("is asked once for each value, and not about a row that says no", () => {
    expect(imported(rows).asked).toEqual([
      ["Marketing Information", "TRUE", 1],
      ["status", "pending", 1],
      ["Marketing Information", "FALSE", 1],
      ["status", "moderated", 1],
      ["Marketing Information", "", 1],
    ]);
    expect(imported(rows).good).toEqual([]);
  });

  it("is answered for a whole column, and for one of its values otherwise", () => {
    const all = { "1": "import", "2": "import" } as const;
    expect(imported(rows, { answers: all }).good).toEqual(["a", "b", "c"]);
    expect(imported(rows, { answers: { ...all, "1:pending": "skip" } }).good).toEqual(["a", "c"]);
    expect(imported(rows, { answers: { ...all, "2": "skip" } }).good).toEqual([]);
  });

  it("is not asked of a column of free text, in which only a refusal counts", () => {
    const notes = Array.from({ length: 20 }, (_, n) => `e${n}@example.com,Beleška ${n} x`);
    const { good, asked } = imported(["email,Beleška", ...notes, "off@example.com,Unsubscribed"]);
    expect(good).toHaveLength(20);
    expect(asked).toEqual([]);
  });

  it("is asked of a word that need not speak of mail in a column that does not", () => {
    const { good, asked } = imported([
      "email,Klub",
      "a@example.com,zlatni",
      "b@example.com,inactive",
    ]);
    expect(good).toEqual(["a"]);
    expect(asked).toEqual([["Klub", "inactive", 1]]);
  });
});
