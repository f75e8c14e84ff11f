import { describe, expect, it } from "vitest";
import { type Choices, checkFile } from "@/features/newsletter/import/check";

/**
 * Files as other tools export them. Their heads are those of the tools' help pages and sources; the
 * rows are made up.
 */
function imported(lines: readonly string[], choices: Choices = {}, listed = {}) {
  const file = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const known = { subscribed: [], unsubscribed: [], ...listed };
  const check = checkFile(file, known, choices);
  if (check.is === "refused") throw new Error(check.reason);
  return {
    names: Object.fromEntries(check.good.map(({ email, name }) => [local(email), name])),
    good: check.good.map(({ email }) => local(email)),
    reasons: Object.fromEntries(
      check.left.map(({ line, email, reason }) => [`${line} ${local(email)}`, reason]),
    ),
    asked: check.questions.map(({ column, value, rows }) => [
      check.columnNames[column],
      value,
      rows,
    ]),
    consent: check.consent.map(({ column, is }) => `${check.columnNames[column]}: ${is}`),
  };
}

const local = (email: string) => email.split("@")[0] ?? "";

describe("A file of Substack", () => {
  const head = "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at";
  const since = "2025-03-01T08:00:00.000Z";

  it("refuses by email_disabled alone: a free reader has agreed", () => {
    const { good, reasons, asked, consent } = imported([
      head,
      `free@example.com,false,,other,false,${since},`,
      `paid@example.com,true,2027-01-01T00:00:00.000Z,yearly,false,${since},${since}`,
      `off@example.com,true,2027-01-01T00:00:00.000Z,monthly,true,${since},${since}`,
      `gone@example.com,false,2025-01-01T00:00:00.000Z,other,true,${since},`,
    ]);
    expect(good).toEqual(["free", "paid"]);
    expect(reasons).toEqual({
      "4 off": 'No consent: "true" in "email_disabled".',
      "5 gone": 'No consent: "true" in "email_disabled".',
    });
    expect(asked).toEqual([]);
    expect(consent).toEqual(["expiry: plan end", "email_disabled: block"]);
  });

  it("is not refused by the end of a paid plan where mail is on, and asked about it otherwise", () => {
    const rows = (disabled: string) => [
      `Email,Name,Stripe plan,Cancel date,Expiry${disabled && `,${disabled}`}`,
      `ended@example.com,E,monthly,2025-02-01,2025-03-01${disabled && ",false"}`,
      `free@example.com,F,,,${disabled && ",false"}`,
      `blank@example.com,B,monthly,2025-02-01,${disabled && ","}`,
      `off@example.com,O,monthly,2025-02-01,${disabled && ",true"}`,
    ];
    const known = imported(rows("email_disabled"));
    expect(known.good).toEqual(["ended", "free"]);
    expect(known.asked).toEqual([["Cancel date", "2025-02-01", 1]]);
    expect(known.reasons).toEqual({
      "4 blank": 'Unclear consent: "2025-02-01" in "Cancel date".',
      "5 off": 'No consent: "true" in "email_disabled".',
    });
    const unknown = imported(rows(""));
    expect(unknown.good).toEqual(["free"]);
    expect(unknown.asked).toEqual([
      ["Cancel date", "2025-02-01", 3],
      ["Expiry", "2025-03-01", 1],
    ]);
    expect(imported(rows(""), { answers: { "3": "import", "4": "import" } }).good).toEqual([
      "ended",
      "free",
      "blank",
      "off",
    ]);
  });

  it.each([
    ["canceled_at", "2025-02-01"],
    ["Cancel date", "2025-02-01"],
    ["Cancellation", "yes"],
  ])("is the only one whose end is not a refusal: %s", (head, value) => {
    const row = `a@example.com,active,${value}`;
    expect(imported([`email,status,${head}`, row]).reasons).toEqual({
      "2 a": `No consent: "${value}" in "${head}".`,
    });
  });

  it.each([
    ["Status", "active"],
    ["Opt-in", "yes"],
  ])("is not known to be on by a column that does not name it: %s", (head, value) => {
    const row = `a@example.com,monthly,2025-02-01,${value}`;
    const { good, asked } = imported([`email,plan,canceled_at,${head}`, row]);
    expect([good, asked]).toEqual([[], [["canceled_at", "2025-02-01", 1]]]);
  });

  it.each(["Consent expiry", "Opt-in expiry date", "Consent expires", "Newsletter expiry"])(
    "does not make a matter of plans of the end of a consent: %s",
    (head) => {
      const { good, asked } = imported([`email,${head}`, "a@example.com,2020-01-01"]);
      expect([good, asked]).toEqual([[], [[head, "2020-01-01", 1]]]);
    },
  );

  it("never adds who asked to be deleted", () => {
    const { good, reasons } = imported([
      head,
      `free@example.com,false,,other,false,${since},`,
      `1a2b@deletion-request.substack.com,false,,other,false,${since},`,
      `@deletion-request.substack.com,false,,other,false,${since},`,
    ]);
    expect(good).toEqual(["free"]);
    expect(Object.values(reasons)).toEqual([
      "No consent: this person asked to be deleted.",
      "No consent: this person asked to be deleted.",
    ]);
  });
});

it.each(["deleted@site.invalid", "deleted-7@mail.site.INVALID", "1@anonymized.invalid"])(
  "'%s', which stands for a deleted person, is never added",
  (address) => {
    const { good, reasons } = imported(["email,status", `${address},active`]);
    expect(good).toEqual([]);
    expect(Object.values(reasons)).toEqual(["No consent: this person asked to be deleted."]);
  },
);

describe("A file of customers of WooCommerce", () => {
  it("has no column that speaks of consent", () => {
    const { good, consent, asked, names } = imported([
      "Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code",
      "Ana Primer,ana,2026-01-05,,ana@example.com,2,50,25,RS,Beograd,Beograd,11000",
      "Vuk Primer,vuk,,2025-02-01,vuk@example.com,0,0,0,RS,Novi Sad,Vojvodina,21000",
    ]);
    expect(good).toEqual(["ana", "vuk"]);
    expect(names).toEqual({ ana: "Ana Primer", vuk: "Vuk Primer" });
    expect([consent, asked]).toEqual([[], []]);
  });
});

describe("A file of Kit", () => {
  it("adds the active ones alone", () => {
    const states = ["active", "cancelled", "canceled", "bounced", "complained", "inactive"];
    const { good, asked, consent } = imported([
      "id,first_name,email,state,created_at,tags",
      ...states.map((state, n) => `${n},N,${state}@example.com,${state},2025-01-02,`),
    ]);
    expect(good).toEqual(["active"]);
    expect(asked).toEqual([]);
    expect(consent).toEqual(["state: allow"]);
  });

  it("is told from a list whose 'State' is a part of a country", () => {
    const { good, consent } = imported([
      "Email,State",
      "a@example.com,California",
      "b@example.com,NY",
      "c@example.com,",
    ]);
    expect(good).toEqual(["a", "b", "c"]);
    expect(consent).toEqual([]);
  });
});

describe("A file of MailPoet", () => {
  const head = '"Email","First name","Last name","List status","Global status","IP address","List"';
  const row = (name: string, list: string, all: string, of: string, given = "Ana") =>
    `"${name}@example.com","${given}","Primer","${list}","${all}","","${of}"`;

  it("refuses an address that one of its lists has lost", () => {
    const { good, reasons } = imported([
      head,
      row("both", "subscribed", "subscribed", "News"),
      row("none", "unsubscribed", "subscribed", "News"),
      row("both", "unsubscribed", "subscribed", "Sale"),
      row("yes", "subscribed", "subscribed", "News"),
      row("yes", "subscribed", "subscribed", "Sale"),
      row("BOTH", "subscribed", "subscribed", "Third"),
    ]);
    expect(good).toEqual(["yes"]);
    expect(reasons).toEqual({
      "2 both": 'No consent: "unsubscribed" in "List status", line 4.',
      "3 none": 'No consent: "unsubscribed" in "List status".',
      "4 both": 'No consent: "unsubscribed" in "List status".',
      "6 yes": "Duplicate of line 5.",
      "7 BOTH": 'No consent: "unsubscribed" in "List status", line 4.',
    });
  });

  it('is read with \\" inside its cells', () => {
    const { good, names, reasons } = imported([
      head,
      row("ana", "subscribed", "subscribed", "News", 'Ana \\"Ani, Anči\\"'),
      row("off", "unsubscribed", "unsubscribed", "News", 'Vuk 5\\", veliki'),
      row("vuk", "subscribed", "subscribed", 'Vesti \\"A\\"'),
    ]);
    expect(good).toEqual(["ana", "vuk"]);
    expect(names).toMatchObject({ ana: 'Ana "Ani, Anči" Primer' });
    expect(reasons).toEqual({ "3 off": 'No consent: "unsubscribed" in "List status".' });
  });
});

describe("A file of HubSpot", () => {
  it("of unsubscribes and bounces refuses by TRUE in any of its columns", () => {
    const { good, reasons, asked } = imported([
      "Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce,Marketing Information,Weekly Digest",
      "fine@example.com,,FALSE,FALSE,FALSE,FALSE,FALSE",
      "info@example.com,,FALSE,FALSE,FALSE,TRUE,FALSE",
      "digest@example.com,,FALSE,FALSE,FALSE,FALSE,TRUE",
      "global@example.com,,FALSE,FALSE,TRUE,FALSE,FALSE",
      "unsub@example.com,,TRUE,FALSE,FALSE,FALSE,FALSE",
      "spam@example.com,,FALSE,TRUE,FALSE,FALSE,FALSE",
      "bounce@example.com,Mailbox full,FALSE,FALSE,FALSE,FALSE,FALSE",
    ]);
    expect(good).toEqual(["fine"]);
    expect(reasons).toMatchObject({
      "3 info": 'No consent: "TRUE" in "Marketing Information".',
      "4 digest": 'No consent: "TRUE" in "Weekly Digest".',
      "5 global": 'No consent: "TRUE" in "Global Bounce".',
      "8 bounce": 'No consent: "Mailbox full" in "Portal Bounce".',
    });
    expect(asked).toEqual([]);
  });

  it("with the last two of these columns alone is read alike", () => {
    const { good } = imported([
      "Email,Global Bounce,Marketing Information",
      "a@example.com,FALSE,FALSE",
      "b@example.com,TRUE,FALSE",
      "c@example.com,FALSE,TRUE",
    ]);
    expect(good).toEqual(["a"]);
  });

  it("of contacts is read by the marketing contact status, not by the lead status", () => {
    const { good, asked, consent } = imported([
      "Record ID,First Name,Last Name,Email,Lead Status,Marketing contact status,Unsubscribed from all email,Marketing emails bounced",
      "1,Ana,Primer,ana@example.com,Unqualified,Marketing contact,,0",
      "2,Vuk,Primer,vuk@example.com,New,Non-marketing contact,,",
      "3,Iva,Primer,iva@example.com,Bad timing,Marketing contact,true,",
      "4,Eva,Primer,eva@example.com,Unsubscribed,Marketing contact,false,1",
    ]);
    expect(good).toEqual(["ana", "eva"]);
    expect(asked).toEqual([]);
    expect(consent).toEqual([
      "Marketing contact status: allowing status",
      "Unsubscribed from all email: block",
    ]);
  });
});

describe("A file of beehiiv", () => {
  it("is read by its status, not by the tier", () => {
    const { good, asked, consent } = imported([
      "Email,Status,Subscription Tier,Subscribed At,UTM Source",
      "free@example.com,active,free,2025-05-01,web",
      "paid@example.com,active,premium,2025-05-01,web",
      "off@example.com,inactive,premium,2025-05-01,web",
      "bad@example.com,invalid,free,2025-05-01,web",
      "wait@example.com,pending,free,2025-05-01,web",
    ]);
    expect(good).toEqual(["free", "paid"]);
    expect(asked).toEqual([["Status", "pending", 1]]);
    expect(consent).toContain("Status: allowing status");
    expect(consent).not.toContain("Subscription Tier: allow");
  });
});

describe("A file of Mailchimp", () => {
  const head =
    "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS";
  const row = (name: string, optin: string, confirm: string) =>
    `${name}@example.com,Ana,Primer,2,"${optin}",192.0.2.1,"${confirm}",192.0.2.1,,,,,,,,2026-01-01 10:00:00,1,a1,,`;

  it("needs one of the two times", () => {
    const { good, asked, reasons } = imported([
      head,
      row("optin", "2025-01-02 10:00:00", ""),
      row("confirm", "", "2025-01-02 10:00:00"),
      row("both", "2025-01-02 10:00:00", "2025-01-02 10:00:00"),
      row("none", "", ""),
    ]);
    expect(good).toEqual(["optin", "confirm", "both"]);
    expect(asked).toEqual([["OPTIN_TIME", "", 1]]);
    expect(reasons).toEqual({ "5 none": 'Unclear consent: nothing in "OPTIN_TIME".' });
  });

  it("is not refused by the answer for a row with neither time", () => {
    const rows = [head, row("confirm", "", "2025-01-02 10:00:00"), row("none", "", "")];
    expect(imported(rows, { answers: { "4:": "skip" } }).good).toEqual(["confirm"]);
    expect(imported(rows, { answers: { "4:": "import" } }).good).toEqual(["confirm", "none"]);
  });

  it("of the unsubscribed and of the cleaned adds nobody", () => {
    expect(
      imported([
        "Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON",
        "a@example.com,A,2025-01-02 10:00:00,,2025-02-02 10:00:00,Januar,N/A",
        "b@example.com,B,2025-01-02 10:00:00,,,,No longer interested",
      ]).good,
    ).toEqual([]);
    expect(
      imported([
        "Email Address,First Name,OPTIN_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE",
        "a@example.com,A,2025-01-02 10:00:00,2025-02-02 10:00:00,Januar",
      ]).good,
    ).toEqual([]);
  });
});

describe("A file of Shopify", () => {
  it("is read by the consent to e-mail alone", () => {
    const { good, consent } = imported([
      "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Province Code,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
      "1,Ana,Primer,ana@example.com,yes,,CA,,no,10,1,,no,removed",
      "2,Vuk,Primer,vuk@example.com,no,,CA,,yes,10,1,,no,",
    ]);
    expect(good).toEqual(["ana"]);
    expect(consent).toEqual(["Accepts Email Marketing: allow"]);
  });
});

describe("A file of Klaviyo", () => {
  it("is read by the consent and the suppressions of e-mail", () => {
    const { good } = imported([
      "Email,Klaviyo ID,First Name,Last Name,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions,SMS Marketing Consent,First Active,Last Active",
      "yes@example.com,1,Ana,Primer,SUBSCRIBED,2025-01-02,[],UNSUBSCRIBED,2025-01-01,2025-02-01",
      "never@example.com,2,Ana,Primer,NEVER_SUBSCRIBED,,[],SUBSCRIBED,2025-01-01,2025-02-01",
      "off@example.com,3,Ana,Primer,UNSUBSCRIBED,2025-01-02,[],SUBSCRIBED,2025-01-01,2025-02-01",
      'stop@example.com,4,Ana,Primer,SUBSCRIBED,2025-01-02,"[""HARD_BOUNCE""]",SUBSCRIBED,,',
    ]);
    expect(good).toEqual(["yes"]);
  });
});

describe("A file of Brevo", () => {
  it("is read by the block list of e-mail, not by that of SMS", () => {
    const { good, names } = imported([
      "CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED;DOUBLE_OPT-IN;ADDED_TIME",
      "1;ana@example.com;Ana;Primer;;No;Yes;Yes;01-02-2025",
      "2;vuk@example.com;Vuk;Primer;;Yes;No;Yes;01-02-2025",
      "3;iva@example.com;Iva;Primer;;No;No;No;01-02-2025",
    ]);
    expect(good).toEqual(["ana"]);
    expect(names).toEqual({ ana: "Ana Primer" });
  });
});

describe("A file of MailerLite", () => {
  it("is read by its status and times, and joins 'Name' and 'Last name'", () => {
    const { names } = imported([
      "Subscriber,Name,Last name,Status,Sent,Opened,Clicked,Subscribed,Unsubscribed,Location",
      "ana@example.com,Ana,Primer,Active,4,2,1,2025-01-02 10:00:00,,RS",
      "vuk@example.com,Vuk,Primer,Unsubscribed,4,2,1,2025-01-02 10:00:00,2025-03-02 10:00:00,RS",
      "iva@example.com,Iva,Primer,Junk,4,2,1,2025-01-02 10:00:00,,RS",
    ]);
    expect(names).toEqual({ ana: "Ana Primer" });
  });
});

describe("A file of SendGrid", () => {
  // The fields of https://www.twilio.com/docs/sendgrid/api-reference/bounces-api
  it("of bounces adds nobody unasked: its status is a code of delivery, not a date", () => {
    const { good, asked } = imported([
      "status,reason,email,created",
      '5.1.1,"550 5.1.1 The email account does not exist",a@example.com,1735812000',
      '4.2.2,"452 4.2.2 Mailbox full",b@example.com,1735812000',
      "5.7.26,,c@example.com,1735812000",
    ]);
    expect(good).toEqual([]);
    expect(asked.map(([column, value]) => `${column}: ${value}`)).toEqual([
      "status: 5.1.1",
      "status: 4.2.2",
      "status: 5.7.26",
    ]);
  });

  it("of invalid addresses adds nobody unasked: the reason says why", () => {
    const { good, asked } = imported([
      "reason,email,created",
      "Mail domain mentioned in email address is unknown,a@example.com,1735812000",
    ]);
    expect([good, asked]).toEqual([
      [],
      [["reason", "Mail domain mentioned in email address is unknown", 1]],
    ]);
  });

  it("does not make 'reason' a refusal where another column speaks of consent", () => {
    const { good } = imported([
      "email,status,reason",
      "a@example.com,active,Signed up at the fair",
    ]);
    expect(good).toEqual(["a"]);
  });
});

describe("A file of another tool", () => {
  it.each([
    ["Ghost", "subscribed_to_emails,complimentary_plan,deleted_at", "true,false,", "false,true,"],
    ["Wix", "Email subscriber status,SMS subscriber status", "Subscribed,Unsubscribed", ",x"],
    [
      "Constant Contact",
      "Email status,Email permission status",
      "Active,Express",
      "Active,Unsubscribed",
    ],
    [
      "Constant Contact with its dates",
      "Email status - other,Confirmed Opt-Out Date,Confirmed Opt-Out Reason",
      "Active,,",
      "Active,2025-01-02,Too many",
    ],
    [
      "Omnisend",
      "emailStatus,emailStatusDate,smsStatus",
      "subscribed,2025-01-02,unsubscribed",
      "nonSubscribed,2025-01-02,subscribed",
    ],
    ["Salesforce", "HasOptedOutOfEmail,DoNotCall", "0,1", "1,0"],
    ["Pipedrive", "Marketing status", "Subscribed", "No consent"],
    [
      "AWeber",
      "Status,Stop Time,Date Added",
      "subscribed,,2025-01-02",
      "unsubscribed,2025-02-02,2025-01-02",
    ],
    [
      "CleverReach",
      "activated,deactivated,registered",
      "1735812000,0,1735811000",
      "1735812000,1738490400,1735811000",
    ],
    ["Buttondown", "type", "active", "unsubscribed"],
    ["Squarespace", "Accepts Marketing,Subscriber Source", "true,Form", "false,Form"],
    ["listmonk", "uuid,name,attributes,status", "1,Ana,{},enabled", "1,Ana,{},blocklisted"],
    ["a shop", "Newsletter", "ja", "nein"],
    ["a shop in French", "Newsletter,Statut", "oui,abonné(e)", "oui,désabonné(e)"],
    ["a shop in Italian", "Consenso email,Stato", "sì,iscritto", "sì,disiscritto"],
    ["a shop in Cyrillic", "Сагласност,Статус", "да,активан", "да,одјављен"],
  ])("is read: %s", (_, heads, yes, no) => {
    const { good } = imported([`email,${heads}`, `yes@example.com,${yes}`, `no@example.com,${no}`]);
    expect(good).toEqual(["yes"]);
  });
});

describe("A column of another channel or matter", () => {
  it.each([
    "SMS Marketing Consent",
    "Accepts SMS Marketing",
    "WhatsApp opt-in",
    "WhatsApp Subscription Status",
    "Push notifications",
    "Push subscription",
    "Phone consent",
    "Viber status",
    "Do Not Call",
    "Fax Opt Out",
    "Lead Status",
    "Order status",
    "Orders cancelled",
    "Subscription Plan",
    "active_subscription",
    "Last Active",
    "OPTIN_IP",
    "Consent source",
    "Marketing emails bounced",
    "Unsubscribe link",
  ])("never decides: %s", (head) => {
    for (const value of ["yes", "no", "TRUE", "FALSE", "unsubscribed", "2025-01-02", "0", ""]) {
      const { good, consent, asked } = imported([`email,${head}`, `a@example.com,${value}`]);
      expect([value, good, consent, asked]).toEqual([value, ["a"], [], []]);
    }
  });

  it.each([
    ["Send newsletter", "yes", "no"],
    ["Send emails", "1", "0"],
    ["Send marketing emails", "yes", "no"],
    ["Send offers", "yes", "no"],
    ["Don't send emails", "no", "yes"],
    ["Never send email", "0", "1"],
    ["No newsletter", "no", "yes"],
    ["Kein Newsletter", "nein", "ja"],
    ["Exclude from newsletter", "false", "true"],
    ["Not subscribed", "no", "yes"],
    ["Do not send", "false", "true"],
    ["Checkout newsletter opt-in", "true", "false"],
    ["Order newsletter signup: opted in", "yes", "no"],
    ["Lead email opt out", "no", "yes"],
  ])("decides where it names the consent too: %s", (head, yes, no) => {
    const rows = [`yes@example.com,${yes}`, `no@example.com,${no}`];
    expect(imported([`email,${head}`, ...rows]).good).toEqual(["yes"]);
  });

  it.each([
    "Member status",
    "User status",
    "Customer status",
    "Account status",
    "Status of reader",
  ])("is asked about each of its values if it is the only status: %s", (head) => {
    const { good, asked } = imported([
      `email,${head}`,
      "a@example.com,pending",
      "b@example.com,subscribed",
      "c@example.com,active",
      "d@example.com,suspended",
      "e@example.com,unsubscribed",
    ]);
    expect([good, asked]).toEqual([
      ["b"],
      [
        [head, "pending", 1],
        [head, "active", 1],
        [head, "suspended", 1],
      ],
    ]);
  });

  it.each(["Loyalty status", "Country status", "Customer status", "Employment status"])(
    "neither gives consent nor is asked about beside a column that speaks of it: %s",
    (head) => {
      const { good, asked } = imported([
        `email,Subscribed,${head}`,
        "a@example.com,yes,Gold",
        "b@example.com,,active",
        "c@example.com,no,active",
      ]);
      expect([good, asked]).toEqual([["a"], [["Subscribed", "", 1]]]);
    },
  );

  it.each([
    "Cookie opt-in",
    "Photo opt-out",
    "Newsletter tier",
    "Newsletter plan",
    "Opt-in status date",
  ])("is no consent to e-mail: %s", (head) => {
    const { good, consent } = imported([`email,${head}`, "a@example.com,yes", "b@example.com,no"]);
    expect([good, consent]).toEqual([["a", "b"], []]);
  });

  it("does not hide the one of e-mail beside it", () => {
    const { good } = imported([
      "email,SMS Marketing Consent,Email Marketing Consent",
      "a@example.com,no,yes",
      "b@example.com,yes,no",
    ]);
    expect(good).toEqual(["a"]);
  });
});

describe("A column that says no", () => {
  it.each([
    ["disabled", ["1", "true", "yes", "spam", "2025-01-02"]],
    ["DND", ["true", "Yes", "Email", "active"]],
    ["canceled_at", ["2025-01-02", "1735812000", "May 1, 2025", "1. maj 2025."]],
    ["cancelled_at", ["2025-01-02T10:00:00Z"]],
    ["unsubscribed_at", ["2 January 2025"]],
    ["Bounces", ["3"]],
    ["Opt-out reason", ["Too many mails"]],
    ["Do not email", ["confirmed"]],
  ])("refuses by any value: %s", (head, values) => {
    const rows = values.map((value, n) => `no${n}@example.com,"${value}"`);
    const { good, asked } = imported([`email,${head}`, "yes@example.com,", ...rows]);
    expect([good, asked]).toEqual([["yes"], []]);
  });

  it.each(["", "0", "false", "No", "n/a", "NULL", "-", "[]", "0000-00-00 00:00:00", "subscribed"])(
    "does not refuse by '%s'",
    (value) => {
      expect(imported(["email,unsubscribed", `a@example.com,${value}`]).good).toEqual(["a"]);
    },
  );
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
