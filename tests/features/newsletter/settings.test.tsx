import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { starterTemplate } from "@/features/newsletter/starter-template";
import { sandboxMails } from "../../../server/db/schema.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { mailerThat } from "../../server/features/newsletter/support.ts";
import { call } from "../../support/call";
import { answering, findToast, jsonAnswer } from "../../support/render-app";
import { mailingServer, mjml, openNewsletter, sender } from "./support";

const open = async (settings?: Parameters<typeof mailingServer>[0]) =>
  openNewsletter(await mailingServer(settings));
/** Opens the newsletter of a group; requests to addresses with this part are answered like this. */
async function openAnswered(to: string, says: () => Response | undefined) {
  const given = await mailingServer();
  const server = await answering([{ to, says }], given.server);
  return openNewsletter({ ...given, server });
}
const puts = (sent: readonly string[]) => sent.filter((line) => line.startsWith("PUT"));
const tests = (sent: readonly string[]) => sent.filter((line) => line.includes("/send-test/"));

describe("The settings of a newsletter", () => {
  it("are shown as they are saved", async () => {
    const { form, field, body } = await open();
    expect(form.getByRole("switch", { name: "Active" })).not.toBeChecked();
    expect(form.getByRole("combobox", { name: "Integration" })).toHaveDisplayValue(
      `Amazon SES: ${sender}`,
    );
    expect(field("Sender email")).toHaveValue(sender);
    expect(field("Subject template")).toHaveValue(body.subject_template);
    expect(field("MJML template")).toHaveValue(body.mjml_template);
    expect(form.getByText("9 lines")).toBeVisible();
  });

  it("name the mail service as mail by SMTP where the server sends by that", async () => {
    const ports = {
      world: liveWorld(["smtp"], false),
      mailer: mailerThat(async () => ({ ok: true })),
    };
    const { form } = await openNewsletter(await mailingServer({}, ports));
    await waitFor(() =>
      expect(form.getByRole("combobox", { name: "Integration" })).toHaveDisplayValue(
        `Mail by SMTP: ${sender}`,
      ),
    );
  });

  it("are saved as a whole", async () => {
    const { user, form, put, save, settings, body, field } = await open();
    await user.click(form.getByRole("switch", { name: "Active" }));
    await put("Subject template", "Ponuda za {{ subscriber_name }}");
    expect(form.getByText("Unsaved")).toBeVisible();
    await save();
    expect(await findToast("Settings saved.")).toBeVisible();
    expect(await settings()).toEqual({
      ...body,
      is_active: true,
      subject_template: "Ponuda za {{ subscriber_name }}",
    });
    await waitFor(() => expect(form.queryByText("Unsaved")).not.toBeInTheDocument());
    expect(field("Subject template")).toHaveValue("Ponuda za {{ subscriber_name }}");
  });

  it("may be incomplete while the newsletter is off, but not once it is on", async () => {
    const { user, form, put, save, settings, wire } = await open();
    await user.selectOptions(form.getByRole("combobox", { name: "Integration" }), "None");
    for (const name of ["Sender email", "Subject template", "MJML template"]) await put(name, "");
    await save();
    await waitFor(async () =>
      expect(await settings()).toEqual({
        is_active: false,
        integration_id: null,
        sender_email: null,
        subject_template: "",
        mjml_template: "",
      }),
    );
    await waitFor(() => expect(form.queryByText("Unsaved")).not.toBeInTheDocument());

    await user.click(form.getByRole("switch", { name: "Active" }));
    await save();
    for (const label of ["Integration", "Sender email", "Subject template", "MJML template"]) {
      expect(
        await form.findByText(`${label} is required to switch the newsletter on.`),
      ).toBeVisible();
    }
    expect(puts(wire.sent)).toHaveLength(1);
  });

  it("need a sender that is an email address", async () => {
    const { form, put, save, wire } = await open();
    await put("Sender email", "zima");
    await save();
    expect(await form.findByText(/^Sender email must be an email address/)).toBeVisible();
    expect(puts(wire.sent)).toEqual([]);
  });

  it("show at the template what the server cannot render", async () => {
    const { user, form, put, save, field, settings, body } = await open();
    await user.click(form.getByRole("switch", { name: "Active" }));
    await put("MJML template", mjml("{{ nema }}"));
    await save();
    expect(await form.findByText('Line 5: Unknown variable "nema".')).toBeVisible();
    expect(field("MJML template")).toHaveAccessibleDescription('Line 5: Unknown variable "nema".');
    expect(form.getByRole("alert")).toHaveTextContent(/^Failed to save settings\.$/);
    expect(field("MJML template")).toHaveValue(mjml("{{ nema }}"));
    expect(await settings()).toEqual(body);
  });

  it("show that they were not saved, and keep the typed text", async () => {
    const { form, put, save, field, wire } = await open();
    wire.answer(
      (line) => line.startsWith("PUT"),
      () => jsonAnswer(409, { detail: "The newsletter is going out." }),
    );
    await put("Subject template", "Ponuda");
    await save();
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Failed to save settings.The newsletter is going out.",
    );
    expect(field("Subject template")).toHaveValue("Ponuda");
  });

  it("keep the fields that a newer server added", async () => {
    const given = await mailingServer();
    const bodies: unknown[] = [];
    const server = await answering(
      [
        {
          to: "/newsletter/settings/",
          says: () => jsonAnswer(200, { ...given.body, reply_to: "x@y.rs", later: { a: 1 } }),
        },
      ],
      given.server,
    );
    const { put, save, wire } = await openNewsletter({ ...given, server });
    wire.answer(
      (line) => line.startsWith("PUT"),
      async (request) => {
        const body = await request.json();
        bodies.push(body);
        return jsonAnswer(200, body);
      },
    );
    await put("Subject template", "Ponuda");
    await save();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toEqual({
      ...given.body,
      subject_template: "Ponuda",
      reply_to: "x@y.rs",
      later: { a: 1 },
    });
  });

  it("show that the integration is gone, rather than none", async () => {
    const { form } = await openAnswered("/integrations", () => jsonAnswer(200, []));
    const integration = form.getByRole("combobox", { name: "Integration" });
    expect(integration).toHaveDisplayValue("Removed integration");
    expect(integration).toHaveAccessibleDescription(
      "Add Amazon SES on the Integrations tab first.",
    );
  });

  it("ask before typed text is left, and keep it as a draft over a reload", async () => {
    const { user, put, field } = await open();
    await put("Subject template", "Ponuda");
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }),
    );
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(field("Subject template")).toHaveValue("Ponuda");
    window.dispatchEvent(new Event("pagehide"));
    expect(Object.values({ ...sessionStorage }).join()).toContain("Ponuda");
  });
});

describe("Settings that somebody else has changed since", () => {
  async function openChanged() {
    const opened = await open();
    const { server, group, body, put, save } = opened;
    await put("Subject template", "Moja");
    await call(server, newsletterApi.saveSettings, {
      params: { groupId: group },
      body: {
        ...body,
        integration_id: null,
        mjml_template: mjml("Njihova"),
      },
    });
    await save();
    const dialog = within(
      await screen.findByRole("dialog", { name: "The settings have changed on the server" }),
    );
    return { ...opened, dialog };
  }

  it("are shown next to the operator's values, before anything is saved", async () => {
    const { dialog, wire } = await openChanged();
    const integration = dialog.getByRole("cell", { name: `Amazon SES: ${sender}` });
    expect(integration.closest("tr")).toHaveTextContent(`Integration—Amazon SES: ${sender}`);
    expect(
      dialog.getByRole("region", { name: "MJML template, on the server now" }),
    ).toHaveTextContent("Njihova");
    expect(dialog.getByRole("region", { name: "MJML template, would be saved" })).toHaveTextContent(
      "Pozdrav",
    );
    expect(puts(wire.sent)).toEqual([]);
  });

  it("are overwritten on 'Overwrite'", async () => {
    const { user, dialog, settings, body } = await openChanged();
    await user.click(dialog.getByRole("button", { name: "Overwrite" }));
    expect(await findToast("Settings saved.")).toBeVisible();
    expect(await settings()).toEqual({ ...body, subject_template: "Moja" });
  });
});

describe("A test email", () => {
  const sendTest = (form: Awaited<ReturnType<typeof open>>["form"]) =>
    form.getByRole("button", { name: "Send test email" });

  it("is sent once, however fast the operator presses", async () => {
    const { user, form, server, wire } = await open();
    await user.dblClick(sendTest(form));
    expect(await findToast(`Test email sent to ${sender}.`)).toBeVisible();
    expect(tests(wire.sent)).toHaveLength(1);
    expect(await server.database.db.select().from(sandboxMails)).toMatchObject([
      { recipient: sender, subject: "Zdravo Milica" },
    ]);
  });

  it("uses the saved settings, and says so while there are unsaved changes", async () => {
    const { user, form, put, server } = await open();
    await put("Subject template", "Nesačuvano");
    expect(form.getByText("Sends the saved version, without your unsaved changes.")).toBeVisible();
    await user.click(sendTest(form));
    expect(await findToast(`Test email sent to ${sender}.`)).toBeVisible();
    expect(await server.database.db.select().from(sandboxMails)).toMatchObject([
      { subject: "Zdravo Milica" },
    ]);
  });

  it("goes to the recipient that is typed, which is the sender at first", async () => {
    const { user, form, server, wire } = await open();
    const to = await form.findByRole("textbox", { name: "Send test to" });
    expect(to).toHaveValue(sender);
    await user.clear(to);
    await user.type(to, "urednik");
    await user.click(sendTest(form));
    expect(form.getByText("Enter an email address like milica@example.com.")).toBeVisible();
    expect(tests(wire.sent)).toEqual([]);

    await user.type(to, "@example.com{Enter}");
    expect(await findToast("Test email sent to urednik@example.com.")).toBeVisible();
    expect(await server.database.db.select().from(sandboxMails)).toMatchObject([
      { sender, recipient: "urednik@example.com" },
    ]);
    // Enter has not saved the settings around it.
    expect(puts(wire.sent)).toEqual([]);
  });

  it("goes to the sender with a backend that takes no recipient", async () => {
    const { user, form, wire } = await openAnswered("/healthz", () =>
      jsonAnswer(200, { status: "ok", capabilities: [] }),
    );
    await waitFor(() => expect(wire.sent).toContain("GET /healthz"));
    expect(form.queryByRole("textbox", { name: "Send test to" })).toBeNull();
    await user.click(sendTest(form));
    expect(await findToast(`Test email sent to ${sender}.`)).toBeVisible();
    expect(tests(wire.sent)).toEqual([expect.stringMatching(/send-test\/\d+$/)]);
  });

  it("needs an integration, and is not sent without one", async () => {
    const { user, form, wire } = await open({ integration_id: null });
    expect(form.getByText("Select an integration and save the settings first.")).toBeVisible();
    await user.click(sendTest(form));
    expect(tests(wire.sent)).toEqual([]);
  });

  it("shows why the mail service refused, and keeps that on the screen", async () => {
    const { user, form, wire } = await open();
    wire.answer(
      (line) => line.includes("/send-test/"),
      () => jsonAnswer(400, { detail: "Email address is not verified." }),
    );
    await user.click(sendTest(form));
    expect(await findToast("Failed to send test email.")).toBeVisible();
    expect(form.getByText(/^Failed to send test email\./)).toHaveTextContent(
      "Failed to send test email. Email address is not verified.",
    );
  });

  it("shows the error with its line if the saved template does not render", async () => {
    const { user, form } = await open({ mjml_template: mjml("{{ nema }}") });
    await user.click(sendTest(form));
    expect(await form.findByText(/^Failed to send test email\./)).toHaveTextContent(
      'MJML template, line 5: Unknown variable "nema".',
    );
  });
});

describe("The starter template", () => {
  const insert = "Insert starter template";

  it("fills empty templates without asking", async () => {
    const { user, form, field } = await open(null);
    await user.click(form.getByRole("button", { name: insert }));
    expect(field("Subject template")).toHaveValue(starterTemplate.subject);
    expect(field("MJML template")).toHaveValue(starterTemplate.mjml);
    expect(form.getByText("Unsaved")).toBeVisible();
    // Inserted a second time, it replaces nothing, so that nothing is asked.
    await user.click(form.getByRole("button", { name: insert }));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("asks before it replaces other templates", async () => {
    const { user, form, field, body } = await open();
    await user.click(form.getByRole("button", { name: insert }));
    const question = async () =>
      within(await screen.findByRole("alertdialog", { name: "Replace the templates?" }));
    await user.click((await question()).getByRole("button", { name: "Cancel" }));
    expect(field("MJML template")).toHaveValue(body.mjml_template);

    await user.click(form.getByRole("button", { name: insert }));
    await user.click((await question()).getByRole("button", { name: "Replace" }));
    await waitFor(() => expect(field("MJML template")).toHaveValue(starterTemplate.mjml));
    expect(field("Subject template")).toHaveValue(starterTemplate.subject);
  });
});

it("A newsletter that is still loading has the outline of its form and its preview", async () => {
  const given = await mailingServer();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { fetch } = given.server;
  const server = {
    ...given.server,
    fetch: async (...call: Parameters<typeof fetch>) => {
      if (new Request(...call).url.includes("/newsletter/settings/")) await answered;
      return fetch(...call);
    },
  };
  const opening = openNewsletter({ ...given, server });
  const status = await screen.findByText("Loading newsletter");
  const outline = within(status.parentElement ?? document.body);
  expect(outline.getByRole("heading", { name: "Newsletter" })).toBeVisible();
  expect(outline.getByRole("heading", { name: "Preview" })).toBeVisible();
  answer();
  await opening;
});

describe("A newsletter that cannot be loaded", () => {
  it("shows the failure in its place, and is retried on request", async () => {
    let broken = true;
    const opening = openAnswered("/newsletter/settings/", () =>
      broken ? jsonAnswer(500, { detail: "No database." }) : undefined,
    );
    const alert = await screen.findByText("Failed to load newsletter data.");
    expect(alert.closest("[role=alert]")).toHaveTextContent("No database.");
    broken = false;
    screen.getByRole("button", { name: "Try again" }).click();
    const { field } = await opening;
    expect(field("Sender email")).toHaveValue(sender);
  });
});

it("A newsletter is shown and saved if the integrations cannot be read", async () => {
  let isBroken = true;
  // Of this group: the list of all others is another address.
  const opened = await openAnswered("/1/integrations", () =>
    isBroken ? jsonAnswer(400, { detail: "Away." }) : undefined,
  );
  const { user, form, put, save, settings, body, service } = opened;
  expect(await form.findByText("Failed to fetch integrations.")).toBeVisible();
  const integration = form.getByRole("combobox", { name: "Integration" });
  expect(integration).toHaveDisplayValue(`Integration ${service}`);
  expect(integration).toBeDisabled();

  await put("Subject template", "Ponuda");
  await save();
  expect(await findToast("Settings saved.")).toBeVisible();
  expect(await settings()).toEqual({ ...body, subject_template: "Ponuda" });

  isBroken = false;
  await user.click(form.getByRole("button", { name: "Try again" }));
  await waitFor(() =>
    expect(form.getByRole("combobox", { name: "Integration" })).toHaveDisplayValue(
      `Amazon SES: ${sender}`,
    ),
  );
});
