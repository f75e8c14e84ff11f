import { describe, expect, test, vi } from "vitest";
import { integrationsApi } from "@/features/integrations/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { starterTemplate } from "@/features/newsletter/starter-template";
import type { RequestOf } from "@/shared/api/endpoint";
import { mails } from "../../../../server/db/schema.ts";
import { recoverMails } from "../../../../server/features/newsletter/newsletter-mails.ts";
import { group, startMailWorld } from "./mail-world.ts";
import { addMailService, mjml, newsletterBody, sender } from "./support.ts";

const world = await startMailWorld();
const { send, sendInSandbox, save, mailbox, kept } = world;

type Body = RequestOf<typeof newsletterApi.saveSettings>["body"];
const inGroup = (groupId: number) => ({ params: { groupId } });
const read = () => world.call(newsletterApi.settings, inGroup(group));
const refusalOf = async (more: Partial<Body> = {}) =>
  world.refusal(newsletterApi.saveSettings, {
    ...inGroup(group),
    body: await newsletterBody(world, group, more),
  });
const issue = (field: string, msg: string) =>
  expect.objectContaining({ loc: ["body", field], msg });

const addShop = () =>
  world.call(integrationsApi.add, {
    params: { id: group },
    body: {
      platform: "shopify",
      store_name: "zimska.myshopify.com",
      credentials: { api_key: "a", password: "b", webhook_secret: "c" },
    },
  });

const draft: Body = {
  is_active: false,
  integration_id: null,
  sender_email: null,
  subject_template: "",
  mjml_template: "",
};

describe("The settings", () => {
  test("are replaced completely, and kept exactly", async () => {
    const { subject: subject_template, mjml: mjml_template } = starterTemplate;
    const saved = await save({ subject_template, mjml_template });
    expect(saved).toEqual({
      is_active: true,
      integration_id: expect.any(Number),
      sender_email: sender,
      subject_template,
      mjml_template,
    });
    expect(await read()).toEqual(saved);
    const body = { ...draft, subject_template: " Ponuda ", sender_email: "" };
    const replaced = await world.call(newsletterApi.saveSettings, { ...inGroup(group), body });
    expect(replaced).toEqual({ ...draft, subject_template: "Ponuda" });
    expect(await read()).toEqual(replaced);
  });

  test("of an active newsletter are complete", async () => {
    const body = { ...draft, is_active: true, mjml_template: "  \n" };
    const { status, detail } = await world.refusal(newsletterApi.saveSettings, {
      ...inGroup(group),
      body,
    });
    const needed = (label: string) => `${label} is required to switch the newsletter on.`;
    expect(status).toBe(422);
    expect(detail).toEqual([
      issue("integration_id", needed("Integration")),
      issue("sender_email", needed("Sender email")),
      issue("subject_template", needed("Subject template")),
      issue("mjml_template", needed("MJML template")),
    ]);
    expect(await read()).toEqual(draft);
  });

  test.each([
    ["subject_template", "Zdravo {{ name }}", 'Line 1: Unknown variable "name".'],
    ["mjml_template", mjml("\n{{ nobody }}"), 'Line 6: Unknown variable "nobody".'],
    ["mjml_template", "Zdravo", "Parsing failed. Check your mjml."],
    // A template that renders for some subscribers only cannot be switched on either.
    ["subject_template", "{{ subscriber_name }}", "The subject is empty."],
    [
      "mjml_template",
      mjml("<mj-text>\n{{ products[0].name }}</mj-text>"),
      "Line 6: There is no item 0 in a list.",
    ],
    [
      "mjml_template",
      mjml("{% if not products %}\n<mj-tekst />{% endif %}"),
      "Line 6: Element mj-tekst doesn't exist or is not registered.",
    ],
    // A part that would be left out of the mail is reported.
    [
      "mjml_template",
      mjml('\n<mj-button href="vbscript:x">a</mj-button>'),
      'Line 6: The address "vbscript:x" is left out of the mail.',
    ],
  ])("of an active newsletter render: %s %j", async (field, template, msg) => {
    const more = { [field]: template };
    const { status, detail } = await refusalOf(more);
    expect(status).toBe(422);
    expect(detail).toEqual([issue(field, msg)]);
    expect(await read()).toEqual(draft);
    // The same is accepted as a draft.
    expect(await save({ ...more, is_active: false })).toMatchObject(more);
  });

  const noAddress = "Sender email must be an email address like news@example.com.";
  test.each([
    ["sender_email", "nije adresa", noAddress],
    ["sender_email", "a@example.com\nBcc: b@example.com", noAddress],
    ["mjml_template", "č".repeat(250_001), "At most 500 kB."],
  ])("are refused with the wrong field named: %s", async (field, value, msg) => {
    const { status, detail } = await refusalOf({ [field]: value, is_active: false });
    expect([status, detail]).toEqual([422, [issue(field, msg)]]);
  });

  test("name a mail service of the same group and nothing else", async () => {
    const refused = {
      status: 422,
      detail: [issue("integration_id", "Choose an Amazon SES integration of this group.")],
    };
    const ofOther = await addMailService(world, await world.addGroup("Druga"));
    const shop = await addShop();
    for (const integration_id of [ofOther, shop.id, 999_999, "abc"]) {
      expect(await refusalOf({ integration_id })).toEqual(refused);
      expect(await refusalOf({ integration_id, is_active: false })).toEqual(refused);
    }
  });

  test("lose their mail service with its integration", async () => {
    const { integration_id } = await save();
    await world.call(integrationsApi.remove, { params: { id: integration_id ?? 0 } });
    expect(await read()).toMatchObject({ integration_id: null, is_active: true });
    expect(await world.refusal(newsletterApi.sendTest, inGroup(group))).toMatchObject({
      status: 409,
    });
  });
});

test("If no template can be rendered at all, saving and the test email can be retried", async () => {
  await save();
  const body = await newsletterBody(world, group);
  const render = vi
    .spyOn(world.ports.mailRenderer, "render")
    .mockRejectedValue(new Error("The mail renderer does not start."));
  const later = { status: 503, detail: "Templates cannot be rendered right now. Try again." };
  expect(await world.refusal(newsletterApi.saveSettings, { ...inGroup(group), body })).toEqual(
    later,
  );
  expect(await world.refusal(newsletterApi.sendTest, inGroup(group))).toEqual(later);
  render.mockRestore();
  await save();
  expect(send).not.toHaveBeenCalled();
});

describe("A test email", () => {
  const sendTest = () => world.call(newsletterApi.sendTest, inGroup(group));
  const press = async (key = crypto.randomUUID()) => {
    const answer = await world.request(`admin/newsletter/send-test/${group}`, {
      method: "POST",
      headers: { "Idempotency-Key": key },
    });
    return [answer.status, await answer.json()];
  };

  test("is the saved newsletter with sample data, from its sender to its sender", async () => {
    const { subject: subject_template, mjml: mjml_template } = starterTemplate;
    await save({ subject_template, mjml_template, is_active: false });
    expect(await sendTest()).toEqual({ message: `Test email sent to ${sender}.` });
    const mail = (await mailbox()).at(-1);
    expect(mail).toMatchObject({
      sender,
      recipient: sender,
      subject: "Milica, ovo je ponuda nedelje",
    });
    for (const shown of ["Zdravo, Milica!", "Kopaonik", "Đerdap", "Čaj &amp; ćebe", "1.990 RSD"]) {
      expect(mail?.html).toContain(shown);
    }
    expect(mail?.html).toContain('src="http://localhost:4100/media/sandbox/sample-1.svg"');
    expect(await kept()).toEqual([
      expect.objectContaining({ status: "sent", recipient: sender, error: null }),
    ]);
    // Its link unsubscribes nobody.
    const link = await world.fetch(mail?.unsubscribe_url ?? "");
    expect([link.status, await link.text()]).toEqual([
      404,
      expect.stringContaining("This link is from a test email and unsubscribes nobody."),
    ]);
  });

  test("goes to the named recipient, and from the same sender", async () => {
    await save({ is_active: false });
    const to = "urednik@example.com";
    expect(await world.call(newsletterApi.sendTest, { ...inGroup(group), query: { to } })).toEqual({
      message: "Test email sent to urednik@example.com.",
    });
    expect((await mailbox()).at(-1)).toMatchObject({ sender, recipient: to });
    expect((await kept()).at(-1)).toMatchObject({ status: "sent", recipient: to });
  });

  test("that the service puts off says so, and is sent by the next press alone", async () => {
    await save({ is_active: false });
    const retryAt = new Date(world.clock.now().getTime() + 60_000);
    send.mockResolvedValueOnce({ ok: false, why: "later", error: "Throttled.", retryAt });
    expect(await world.said(newsletterApi.sendTest, inGroup(group))).toBe("429 Throttled.");
    await world.minutes(5);
    expect(send).toHaveBeenCalledTimes(1);
    expect(await sendTest()).toEqual({ message: `Test email sent to ${sender}.` });
  });

  test("goes to no recipient without an address", async () => {
    expect(
      await world.refusal(newsletterApi.sendTest, { ...inGroup(group), query: { to: "urednik" } }),
    ).toMatchObject({ status: 422 });
    expect(await mailbox()).toEqual([]);
  });

  test("needs an integration and a sender", async () => {
    const refusal = () => world.refusal(newsletterApi.sendTest, inGroup(group));
    const noIntegration = {
      status: 409,
      detail: "Select an integration and save the settings first.",
    };
    expect(await refusal()).toEqual(noIntegration);
    await save({ integration_id: null, is_active: false });
    expect(await refusal()).toEqual(noIntegration);
    await save({ sender_email: null, is_active: false });
    expect(await refusal()).toEqual({
      status: 409,
      detail: "Enter a sender email and save the settings first.",
    });
    expect(send).not.toHaveBeenCalled();
  });

  test("says what it lacks and that Gmail cuts it off", async () => {
    const mjml_template = mjml(`Zdravo<mj-text>${"a".repeat(110_000)}</mj-text>`);
    await save({ mjml_template, is_active: false });
    const { message } = await world.call(newsletterApi.sendTest, inGroup(group));
    expect(message).toMatch(
      /^Test email sent to [^ ]+ MJML template, line 5: Text directly in <mj-column> is left out of the mail: "Zdravo"\. The mail is 1\d\d kB\. Gmail clips mail over 102 kB/,
    );
  });

  test("says that Gmail cuts it off with as many products as it is sent with", async () => {
    const mjml_template = mjml(
      `<mj-text>{% for product in products %}${"a".repeat(9_000)}{% endfor %}</mj-text>`,
    );
    await save({ mjml_template, is_active: false });
    expect(await sendTest()).toEqual({ message: `Test email sent to ${sender}.` });
    await addShop();
    const { message } = await sendTest();
    expect(message).toMatch(
      /^Test email sent to [^ ]+ With 12 products, the mail is 1\d\d kB\. Gmail clips mail over 102 kB/,
    );
  });

  test("is not sent if a template does not render", async () => {
    await save({ mjml_template: mjml("\n\n{{ nobody }}"), is_active: false });
    expect(await world.refusal(newsletterApi.sendTest, inGroup(group))).toEqual({
      status: 422,
      detail: 'MJML template, line 7: Unknown variable "nobody".',
    });
    await save({ subject_template: "", is_active: false });
    expect(await world.said(newsletterApi.sendTest, inGroup(group))).toBe(
      "422 Subject template: The subject is empty.",
    );
    expect(send).not.toHaveBeenCalled();
    expect(await kept()).toEqual([]);
  });

  test("that the mail service refuses is answered with its message, also when the command is repeated", async () => {
    await save({ integration_id: await addMailService(world, group, "wrong-secret") });
    const key = crypto.randomUUID();
    const detail = expect.stringMatching(/^SignatureDoesNotMatch: The request signature/);
    for (let n = 0; n < 2; n++) expect(await press(key)).toEqual([400, { detail }]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(await kept()).toEqual([expect.objectContaining({ status: "failed" })]);
    // Another press is another mail.
    expect(await press()).toEqual([400, { detail }]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("with an unknown outcome is not sent again by the same command, and no key is revealed", async () => {
    await save();
    send.mockRejectedValue(new Error("socket hang up, Authorization: AWS4 secret"));
    const key = crypto.randomUUID();
    const detail = "The mail service did not answer: the mail may have been sent.";
    for (let n = 0; n < 2; n++) expect(await press(key)).toEqual([503, { detail }]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(await kept())).not.toContain("secret");
  });

  test("is sent once for twenty identical commands", async () => {
    await save();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => press(key)));
    expect(answers.map(([status]) => status)).toEqual(Array(20).fill(200));
    expect(send).toHaveBeenCalledTimes(1);
    expect(await kept()).toHaveLength(1);
  });

  test("that was being sent when the process died is not sent again", async () => {
    await save();
    const key = crypto.randomUUID();
    send.mockImplementation(async () => {
      // The mail service has it, but nothing more is recorded.
      throw new Error("killed");
    });
    await press(key);
    await world.database.db.update(mails).set({ status: "sending", error: null });
    expect(await press(key)).toEqual([409, { detail: "This test email is being sent." }]);
    expect(await world.transaction(recoverMails)).toBeGreaterThan(0);
    const detail = "The server stopped while it was sending this mail: it may have been sent.";
    expect(await press(key)).toEqual([503, { detail }]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("that was sent before its answer was stored is answered without another mail", async () => {
    await save();
    const key = crypto.randomUUID();
    const first = await press(key);
    await world.database.query("delete from idempotency_keys");
    expect(await press(key)).toEqual(first);
    expect(first[0]).toBe(200);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("is sent with no transaction open", async () => {
    await save();
    send.mockImplementation(async (...mail) => {
      await world.database.db.select().from(mails);
      return sendInSandbox(...mail);
    });
    expect((await press())[0]).toBe(200);
  });
});
