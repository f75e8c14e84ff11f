import { describe, expect, it } from "vitest";
import { type Choices, checkFile } from "@/features/newsletter/import/check";

function check(lines: readonly string[], choices: Choices = {}) {
  const file = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const read = checkFile(file, { subscribed: [], unsubscribed: [] }, choices);
  if (read.is === "refused") throw new Error(read.reason);
  return read;
}
const good = (...lines: readonly string[]) =>
  check(lines).good.map(({ email }) => email.split("@")[0]);
const reasons = (...lines: readonly string[]) => check(lines).left.map(({ reason }) => reason);
const asked = (...lines: readonly string[]) => check(lines).questions.map(({ value }) => value);

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
      expect(good(...file(head, value))).toEqual([]);
      expect(asked(...file(head, value))).toEqual([value]);
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
    expect(good(...file(head, value))).toEqual([]);
    // Nor beside a column that says yes.
    expect(good(`email,status,"${head}"`, `a@example.com,active,"${value}"`)).toEqual([]);
  });

  it("with a word that is not known does not make a consent of a no", () => {
    expect(asked(...file("Unsubscribed from click tips", "false"))).toEqual(["false"]);
    expect(good(...file("Opted out of email: Open house", "false"))).toEqual(["a"]);
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
    expect(good(...file(head, value))).toEqual([]);
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
    expect(good(...file("Opt-in date", value))).toEqual(["a"]);
  });
});

describe("A no outside of the columns with a head", () => {
  it("is seen in a file that has no head, and is no name there", () => {
    const { good, left, columns } = check(["a@example.com,unsubscribed", "b@example.com,active"]);
    expect(good).toEqual([{ line: 2, email: "b@example.com", name: null }]);
    expect(left).toMatchObject([{ reason: 'No consent: "unsubscribed" in "Column 2".' }]);
    expect(columns.name).toEqual([]);
    expect(asked("a@example.com,Ana,no", "b@example.com,Bo,yes")).toEqual(["no", "yes"]);
    expect(
      check(["a@example.com,weekly", "b@example.com,unsubscribed", "c@example.com,monthly"]).good,
    ).not.toContainEqual(expect.objectContaining({ email: "b@example.com" }));
  });

  it.each([
    "Email,Twitter @,Newsletter",
    '"E-mail (name@example.com)",Name,Newsletter',
    "Export of 2 January 2025,,\nEmail,Name,Newsletter",
    "E-mail list of the shop\nEmail,Name,Newsletter",
    "Email subscribers,,\nEmail,Name,Newsletter",
  ])("is seen below a head that holds an @, or has a title above it: %s", (head) => {
    expect(good(head, "a@example.com,Ana,yes", "b@example.com,Bo,no")).toEqual(["a"]);
  });

  it("may be in a cell that is missing, so that is asked about", () => {
    const torn = ["email,name,unsubscribed", "a@example.com,Ana", "Primer,true"];
    expect(reasons(...torn)[0]).toBe('Unclear consent: nothing in "unsubscribed".');
    expect(good("email,first,last,unsubscribed", "a@example.com,Ana,true")).toEqual([]);
    // Some programs leave out the empty cells at the end.
    const short = ["email,name,unsubscribed_at", "a@example.com,Ana", "b@example.com,Bo,"];
    expect(good(...short)).toEqual(["b"]);
    expect(check(short, { answers: { "2:": "import" } }).good).toHaveLength(2);
  });

  it("may be in a cell beyond the head", () => {
    expect(good("email,name", "a@example.com,Ana", "b@example.com,Bo,unsubscribed")).toEqual(["a"]);
  });

  it.each(["mailto:ana@example.com", "ana@example.com.", "'ana@example.com'"])(
    "holds back the same address elsewhere, also where it cannot be read: %s",
    (address) => {
      expect(good("email,status", "ana@example.com,active", `${address},unsubscribed`)).toEqual([]);
    },
  );

  it("holds back an address with an apostrophe", () => {
    expect(
      good("email,status", "o'hara@example.com,active", `"o'hara@example.com; b@example.com",dnd`),
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
      good(
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
    const { unread, columnNames } = check([
      "Email,Ime",
      "a@example.com,Ana,ne",
      "b@example.com,Bo",
    ]);
    expect(unread.map((column) => columnNames[column])).toEqual(["Column 3"]);
  });

  it("is named", () => {
    const { unread, columnNames, good } = check([
      "email,status,VIP,Note,GMTOFF,Tax Exempt",
      "a@example.com,active,no,Ana,1,no",
      "b@example.com,active,yes,Bo,1,no",
    ]);
    expect(unread.map((column) => columnNames[column])).toEqual(["VIP"]);
    expect(good).toHaveLength(2);
  });
});
