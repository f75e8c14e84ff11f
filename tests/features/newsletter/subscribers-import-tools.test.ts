import { describe, expect, it } from "vitest";
import { imported } from "./imported-file";

// The heads of the files are those of the tools' help pages and sources; the rows are made up.
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
  const row = (name: string, list: string, all: string, of: string) =>
    `"${name}@example.com","Ana","Primer","${list}","${all}","","${of}"`;

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
  it.each<readonly [tool: string, heads: string, yes: string, ...no: string[]]>([
    ["Ghost", "subscribed_to_emails,complimentary_plan,deleted_at", "true,false,", "false,true,"],
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
    [
      "Kit",
      "state,tags",
      "active,",
      ...["cancelled,", "canceled,", "bounced,", "complained,", "inactive,"],
    ],
    [
      "HubSpot, with the last two columns of its unsubscribes alone",
      "Global Bounce,Marketing Information",
      "FALSE,FALSE",
      ...["TRUE,FALSE", "FALSE,TRUE"],
    ],
    ["beehiiv", "Status,Subscription Tier", "active,free", "inactive,premium", "invalid,free"],
    [
      "Mailchimp: the unsubscribed",
      "OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON",
      "2025-01-02 10:00:00,,,,",
      "2025-01-02 10:00:00,,2025-02-02 10:00:00,Januar,N/A",
      "2025-01-02 10:00:00,,,,No longer interested",
    ],
    [
      "Mailchimp: the cleaned",
      "OPTIN_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE",
      "2025-01-02 10:00:00,,",
      "2025-01-02 10:00:00,2025-02-02 10:00:00,Januar",
    ],
    [
      "Shopify",
      "Accepts Email Marketing,Default Address Province Code,Accepts SMS Marketing,Tags",
      "yes,CA,no,removed",
      "no,CA,yes,",
    ],
    [
      "Klaviyo",
      "Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions,SMS Marketing Consent",
      "SUBSCRIBED,2025-01-02,[],UNSUBSCRIBED",
      "NEVER_SUBSCRIBED,,[],SUBSCRIBED",
      "UNSUBSCRIBED,2025-01-02,[],SUBSCRIBED",
      'SUBSCRIBED,2025-01-02,"[""HARD_BOUNCE""]",SUBSCRIBED',
    ],
    [
      "Brevo",
      "SMS,EMAIL_BLACKLISTED,SMS_BLACKLISTED,DOUBLE_OPT-IN,ADDED_TIME",
      ",No,Yes,Yes,01-02-2025",
      ",Yes,No,Yes,01-02-2025",
      ",No,No,No,01-02-2025",
    ],
    [
      "MailerLite",
      "Status,Sent,Opened,Clicked,Subscribed,Unsubscribed,Location",
      "Active,4,2,1,2025-01-02 10:00:00,,RS",
      "Unsubscribed,4,2,1,2025-01-02 10:00:00,2025-03-02 10:00:00,RS",
      "Junk,4,2,1,2025-01-02 10:00:00,,RS",
    ],
    ["a shop", "Newsletter", "ja", "nein"],
    ["a shop in French", "Newsletter,Statut", "oui,abonné(e)", "oui,désabonné(e)"],
    ["a shop in Italian", "Consenso email,Stato", "sì,iscritto", "sì,disiscritto"],
    ["a shop in Cyrillic", "Сагласност,Статус", "да,активан", "да,одјављен"],
  ])("is read, and nothing is asked: %s", (_, heads, yes, ...no) => {
    const others = no.map((cells, n) => `no${n}@example.com,${cells}`);
    const { good, asked } = imported([`email,${heads}`, `yes@example.com,${yes}`, ...others]);
    expect([good, asked]).toEqual([["yes"], []]);
  });

  it("is asked about if a row has no status: Wix", () => {
    const heads = "email,Email subscriber status,SMS subscriber status";
    const rows = ["yes@example.com,Subscribed,Unsubscribed", "no@example.com,,x"];
    const { good, asked } = imported([heads, ...rows]);
    expect([good, asked]).toEqual([["yes"], [["Email subscriber status", "", 1]]]);
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
