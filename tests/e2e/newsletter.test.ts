import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";

let running: RunningConsole;
let groups = 0;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);
const sender = "novosti@zima.example.com";
const around = (content: string) =>
  `<mjml><mj-body><mj-section><mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;

/** Opens the newsletter tab of a new group that has a mail service. */
async function open(width?: number) {
  const { id } = await running.write<{ id: number }>("publishing/account-groups", {
    name: `Zima ${++groups}`,
    description: null,
  });
  await running.write(`publishing/account-groups/${id}/integrations`, {
    platform: "amazon_ses",
    store_name: sender,
    credentials: {
      aws_access_key_id: "sandbox-id",
      aws_secret_access_key: "sandbox-secret",
      aws_region: "eu-central-1",
    },
  });
  const at = `/dashboard/config?tab=newsletter&group=${id}`;
  const operator = await newOperator({ at, ...(width !== undefined && { width }) });
  const { page } = operator;
  const form = page.getByRole("form", { name: "Newsletter settings" });
  return {
    ...operator,
    id,
    form,
    field: (name: string) => form.getByRole("textbox", { name }),
    press: (name: string) => form.getByRole("button", { name, exact: true }).click(),
    preview: page.getByRole("region", { name: "Preview" }),
    mail: page.frameLocator('iframe[title="Mail preview"]'),
    say: (text: string) => page.getByRole("region", { name: /Notifications/ }).getByText(text),
    stored: () => running.read<Record<string, unknown>>(`admin/newsletter/settings/${id}`),
  };
}

const wordsOf = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();

describe("A newsletter", () => {
  it.each([1440, 390])(
    "is set up, previewed and sent as a test in a window %i px wide",
    async (width) => {
      const { page, form, field, press, preview, mail, say, stored, newTab } = await open(width);
      await preview.getByText("Nothing to preview yet").waitFor();
      await expectAccessible(page);

      await press("Insert starter template");
      await mail.getByText("Zdravo, Milica!").waitFor();
      await preview.getByText("Milica, ovo je ponuda nedelje").waitFor();
      await expect.poll(() => loadedImages(page)).toBe(3);
      await expectAccessible(page);

      await form.getByRole("switch", { name: "Active" }).check();
      await press("Save settings");
      await form.getByText("Integration is required to switch the newsletter on.").waitFor();
      await expectAccessible(page);
      await form.getByLabel("Integration").selectOption({ label: `Amazon SES: ${sender}` });
      await field("Sender email").fill(sender);
      await press("Save settings");
      await say("Settings saved.").waitFor();
      expect(await stored()).toMatchObject({ is_active: true, sender_email: sender });

      await press("Send test email");
      await say(`Test email sent to ${sender}.`).waitFor();
      const shown = wordsOf(await mail.locator("body").textContent());
      const mailbox = await newTab();
      await mailbox.goto("/sandbox/mail");
      await mailbox.locator('a[href^="/sandbox/mail/"]').first().click();
      const sent = mailbox.frameLocator("iframe").locator("body");
      expect(wordsOf(await sent.textContent())).toBe(shown);
    },
  );

  it("is refused, with the line named, if its template does not render", async () => {
    const { page, form, field, press, preview, mail, stored, forgive } = await open();
    forgive(/422/);
    await press("Insert starter template");
    await mail.getByText("Zdravo, Milica!").waitFor();
    await form.getByLabel("Integration").selectOption({ label: `Amazon SES: ${sender}` });
    await field("Sender email").fill(sender);
    await form.getByRole("switch", { name: "Active" }).check();
    await field("MJML template").fill(around("<mj-text>{{ produts }}</mj-text>"));
    await preview.getByText('MJML template, line 2: Unknown variable "produts".').waitFor();
    await preview.getByText("Last valid version").waitFor();
    await mail.getByText("Zdravo, Milica!").waitFor();
    await expectAccessible(page);
    await press("Save settings");
    await form.getByText('Line 2: Unknown variable "produts".').waitFor();
    await expectAccessible(page);
    expect(await stored()).toMatchObject({ is_active: false, mjml_template: "" });

    await preview.getByRole("button", { name: "MJML template, line 2" }).click();
    await expect
      .poll(() => field("MJML template").evaluate((area) => area === document.activeElement))
      .toBe(true);
  });

  it("sends no test email without an integration or if the mail service refuses", async () => {
    const { page, form, field, press, say, forgive } = await open();
    forgive(/422/);
    await form.getByText("Select an integration and save the settings first.").waitFor();
    await form.getByLabel("Integration").selectOption({ label: `Amazon SES: ${sender}` });
    await field("Sender email").fill(sender);
    await press("Save settings");
    await say("Settings saved.").waitFor();
    await press("Send test email");
    await say("Failed to send test email.").waitFor();
    await form.getByText("The subject is empty.").waitFor();
    await expectAccessible(page);
  });
});

describe("The preview", () => {
  it("runs no script of a mail and follows no link", async () => {
    const { page, field, preview, mail, context } = await open();
    // At this width the preview is not scaled down; scaling misplaces Playwright's clicks.
    await preview.getByRole("radio", { name: "Phone" }).check();
    const messages: unknown[] = [];
    await page.exposeFunction("overhear", (data: unknown) => messages.push(data));
    await page.evaluate(() => {
      window.addEventListener("message", ({ data }) => {
        (window as unknown as { overhear: (data: unknown) => void }).overhear(data);
      });
    });
    const address = page.url();
    const attack = "top.postMessage('run', '*')";
    await field("MJML template").fill(
      around(`<mj-raw>
        <script>${attack}</script><svg onload="${attack}"></svg>
        <img alt="" src="data:image/png,x" onerror="${attack}" />
        <iframe src="javascript:${attack}"></iframe><form action="/"><button>Send</button></form>
        <meta http-equiv="refresh" content="0; url=/login" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'" />
      </mj-raw><mj-text>
        <a id="self" href="/login">self</a> <a id="top" target="_top" href="/login">top</a>
        <a id="new" target="_blank" href="/login">new</a> <a id="code" href="javascript:${attack}">code</a>
      </mj-text>`),
    );
    for (const name of ["self", "top", "new", "code"]) await mail.locator(`#${name}`).click();
    await mail.locator("#self").press("Enter");
    await field("MJML template").fill(around("<mj-text>Posle toga</mj-text>"));
    await mail.getByText("Posle toga").waitFor();
    expect(page.url()).toBe(address);
    expect(context.pages()).toHaveLength(1);
    expect(messages.length).toBeGreaterThan(0);
    expect(messages).not.toContain("run");
    // The frame has an opaque origin: no storage, no cookie, no access to the console.
    const origin = await mail.locator("body").evaluate(() => self.origin);
    expect(origin).toBe("null");
  });

  it("keeps the console responsive while a template loops for ever, and then reports it", async () => {
    const { page, field, preview } = await open();
    const loop = "{% for a in range(1000) %}";
    const end = "{% endfor %}";
    await field("MJML template").fill(around("<mj-text>Zdravo</mj-text>"));
    // It writes nothing: too much text would be refused at once.
    await field("Subject template").fill(`${loop}${loop}${loop}${end}${end}${end}`);
    // The page responds at once; a frozen one would not until the template ends, hours later.
    await page.getByRole("tab", { name: "Newsletter" }).focus();
    await preview.getByText("Still working…").waitFor();
    await expectAccessible(page);
    // The page renders it twice, for 30 s together.
    await preview
      .getByText("The template needs too much time or memory.")
      .waitFor({ timeout: 100_000 });
    await expectAccessible(page);
    await field("Subject template").fill("Gotovo");
    await preview.getByText("Gotovo", { exact: true }).waitFor();
    await preview.getByText("The templates do not render.").waitFor({ state: "hidden" });
  });

  it("says when it cannot be loaded, and can be retried", async () => {
    const { page, forgive, preview, press, mail } = await open();
    forgive(/preview|ERR_FAILED/);
    await page.route("**/preview.html", (route) => route.abort());
    await page.reload();
    await preview.getByText("The preview could not be loaded.").waitFor();
    await expectAccessible(page);
    await page.unroute("**/preview.html");
    await preview.getByRole("button", { name: "Try again" }).click();
    await press("Insert starter template");
    await mail.getByText("Zdravo, Milica!").waitFor();
  });

  it("is loaded with its tab, not before", async () => {
    const { page } = await newOperator({ at: "/dashboard/config" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole("tab", { name: "Newsletter" }).waitFor();
    await page.getByRole("region", { name: "Automated Weekly Sale Rotator" }).waitFor();
    expect(asked).not.toContain("/preview.html");
    await page.getByRole("tab", { name: "Newsletter" }).click();
    await expect.poll(() => asked).toContain("/preview.html");
  });
});

const loadedImages = (page: Page) =>
  page
    .frameLocator('iframe[title="Mail preview"]')
    .locator("img")
    .evaluateAll(
      (images) =>
        images.filter((it) => it instanceof HTMLImageElement && it.naturalWidth > 0).length,
    );
