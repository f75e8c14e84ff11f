import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { screens, settled } from "../faults/support/screens";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { entry, region, said } from "./support/screen";
import { withSpecAlone } from "./support/spec-alone";
import { patiently } from "./support/uncovered";

let running: RunningConsole;
let winter: Named;
let café: Named;

type Named = { readonly id: number; readonly name: string };
type Queued = { readonly id: number; readonly image_url: string | null };

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 20 });
  const groups = await running.read<Named[]>("publishing/account-groups");
  winter = named(groups, "Zimska kolekcija");
  café = named(groups, "Kafeterija Šoljica");
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const { open, expectNothingBeyond } = withSpecAlone(() => running, newOperator);

function named(all: readonly Named[], name: string): Named {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: typeof name === "string" });
const form = (page: Page, name: string) => page.getByRole("form", { name, exact: true });
const sure = (page: Page, name: string) => button(page.getByRole("alertdialog"), name).click();

async function fill(place: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) {
    await place.getByLabel(label, { exact: true }).fill(text);
  }
}

const shop = (store_name: string) => ({
  platform: "shopify",
  store_name,
  credentials: { api_key: "good", password: "good", webhook_secret: "good" },
});

/** A group of its own, with a category and these integrations. */
async function newGroup({ integrations = [] }: { integrations?: readonly object[] } = {}) {
  const name = `Grupa ${crypto.randomUUID()}`;
  const { id } = await running.write<Named>("publishing/account-groups", {
    name,
    description: null,
  });
  const path = `publishing/account-groups/${id}`;
  const category = await running.write<Named>(`${path}/categories`, {
    name: "Recepti",
    category_type: "evergreen",
    image_posts_per_day: 1,
    video_posts_per_day: 0,
    text_posts_per_day: 0,
    daily_generation_active: false,
    category_prompt: null,
    shopify_sales_channel: null,
    shopify_product_tag: null,
  });
  for (const one of integrations) await running.write(`${path}/integrations`, one);
  const stored = async (list: "categories" | "integrations") =>
    JSON.stringify(await running.read(`${path}/${list}`));
  return { id, category, stored };
}

const pending = () =>
  running.read<Queued[]>("publishing/content-queue?status=pending_approval&limit=1000");

describe("With a backend that announces no capability", () => {
  it.each(screens)(
    "$name is whole, and shows nothing that the backend does not have",
    async (screen) => {
      const page = await open(screen.at);
      await settled(page, screen);
      // The parts below the first view are loaded too.
      await page.keyboard.press("End");
      await settled(page, screen);
      expect(await page.getByRole("alert").count()).toBe(0);
      await expectNothingBeyond(page);
      await expectAccessible(page);
    },
  );

  it("palette and shortcuts name nothing that the backend does not have", async () => {
    const page = await open("/dashboard/content");
    await settled(page, { title: "Content Library" });
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search or jump to…" });
    await palette.getByRole("option", { name: "Configuration", exact: true }).waitFor();
    const options = await palette.getByRole("option").allTextContents();
    expect(options.filter((name) => /activity|end all sessions/i.test(name))).toEqual([]);
    await page.keyboard.type("zima");
    await expect.poll(() => palette.locator('[aria-busy="true"]').count(), patiently).toBe(0);
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet.getByText("Approve post").waitFor();
    expect(await sheet.getByText("Edit post").count()).toBe(0);
  });

  it("posts are approved and rejected, one by one and together", async () => {
    const page = await open("/dashboard/publishing");
    const queue = region(page, "Content Approval Queue");
    const [first, second, third, fourth] = (await pending()).filter(({ image_url }) => image_url);
    const card = (post: Queued | undefined) => queue.locator(`[data-post="${post?.id}"]`);
    await button(card(first), "Approve").click();
    // Nothing says where and when it goes out.
    await said(page, "Approved. It will be scheduled on its accounts.");
    await button(card(second), "Reject").click();
    await said(page, "Rejected. It will not be published.");
    for (const post of [third, fourth]) {
      await card(post).waitFor();
      await card(post).getByRole("checkbox").check();
    }
    await button(queue, "Approve selected").click();
    await queue.getByText("2 approved.", { exact: true }).waitFor();
    await expectNothingBeyond(page);
    const left = (await pending()).map(({ id }) => id);
    for (const post of [first, second, third, fourth]) expect(left).not.toContain(post?.id);
    await page.keyboard.press("j");
    // Without the capability, the key edits nothing.
    await page.keyboard.press("e");
    expect(await queue.getByRole("form").count()).toBe(0);
  });

  it("failed posts are retried, the planner runs, and both kinds are cleared", async () => {
    const page = await open("/dashboard/publishing?tab=text");
    const failed = region(page, "Failed Posts");
    await button(failed.getByRole("row"), "Retry").first().click();
    await sure(page, "Retry");
    await said(page, "The post is queued again.");
    const maintenance = region(page, "Maintenance");
    await button(maintenance, "Run daily planner").click();
    await page
      .getByRole("alertdialog", { name: "Run the daily planner?" })
      .getByText("Fills today's schedule in all groups from approved, unused content.")
      .waitFor();
    await sure(page, "Run daily planner");
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    for (const [name, noun] of [
      ["Clear failed posts", "failed"],
      ["Clear scheduled posts", "scheduled"],
    ] as const) {
      await button(maintenance, name).click();
      await sure(page, name);
      await said(page, new RegExp(`^Cleared \\d+ ${noun} posts?\\.`));
    }
    await region(page, "Upcoming Scheduled Posts")
      .getByText(/are scheduled\.$/)
      .waitFor();
    await expectNothingBeyond(page);
  });

  it("content is generated, added, published at once, and deleted", async () => {
    const page = await open(`/dashboard/content?group=${winter.id}`);
    const status = region(page, "Generation Status");
    const daily = status.getByRole("row").filter({ hasText: "Dnevna inspiracija" });
    await button(daily, "Generate image post").click();
    await said(page, "Review it in Publishing.");
    await button(daily, "Fill quota").click();
    await button(status, "Fill all quotas").click();

    await button(page, "Show AI Content Generator").click();
    const generator = form(page, "AI Content Generator");
    await generator.getByLabel("Content category").selectOption({ label: "Dnevna inspiracija" });
    await fill(generator, { "Post text": "Kapa za svaku glavu." });
    await button(generator, "Generate and Approve").click();
    await sure(page, "Generate and Approve");
    await said(page, "Generation started.");

    const pool = region(page, "Evergreen Content Pool");
    await button(pool, /^Dnevna inspiracija/).click();
    await button(pool, "New item").click();
    const dialog = page.getByRole("dialog", { name: "New content item" });
    await fill(dialog, { "Text content": "Rukavice za dvoje." });
    await button(dialog, "Create item").click();
    await dialog.waitFor({ state: "hidden" });
    const item = entry(pool, "Rukavice za dvoje.");
    await button(item, "Actions").click();
    const names = await page.getByRole("menuitem").allTextContents();
    expect(names.filter((name) => /^(Edit|Activate|Deactivate)/.test(name))).toEqual([]);
    await page.getByRole("menuitem", { name: "Post now" }).click();
    const now = page.getByRole("dialog", { name: "Post now" });
    await now.getByRole("checkbox", { name: /X/ }).first().check();
    await button(now, "Post now").click();
    const question = page.getByRole("alertdialog");
    await now.getByRole("list", { name: "Result per account" }).or(question).first().waitFor();
    if (await question.isVisible()) await button(question, "Post now").click();
    await now.getByRole("list", { name: "Result per account" }).waitFor();
    await button(now, "Done").click();
    await button(item, "Actions").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await sure(page, "Delete");
    await said(page, "Item deleted.");
    await expectNothingBeyond(page);
  });

  it("a post is published directly on all accounts that take it", async () => {
    const page = await open(`/dashboard/config?group=${café.id}&tab=direct`);
    await fill(form(page, "Publish now"), { "Text content": "Kafa je spremna." });
    const before = await running.published();
    await button(form(page, "Publish now"), "Publish").click();
    const question = page.getByRole("alertdialog");
    await button(question, "Publish").waitFor();
    expect(await question.getByRole("checkbox").count()).toBe(0);
    await button(question, "Publish").click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => running.published(), patiently).toBeGreaterThan(before);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("accounts, categories and the settings of a group are changed", async () => {
    const page = await open(`/dashboard/config?group=${café.id}`);
    await button(page, "Add account").click();
    const add = form(page, "Add account");
    await add.getByLabel("Platform").selectOption("bluesky");
    await fill(add, {
      Username: "espreso.bsky.social",
      Identifier: "espreso.bsky.social",
      "App password": "abcd-efgh-ijkl-mnop",
    });
    await button(add, "Add account").click();
    const card = page
      .getByRole("tabpanel")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: /espreso/ }) });
    await button(card, "Actions").click();
    await page.getByRole("menuitem", { name: "Test credentials" }).click();
    await page.getByRole("status").filter({ hasText: /\S/ }).first().waitFor();
    await button(card, "Actions").click();
    await page.getByRole("menuitem", { name: "Delete account" }).click();
    await sure(page, "Delete account");
    await card.waitFor({ state: "detached" });

    const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
    await tab("Evergreen Content");
    await button(page, "Add category").click();
    await fill(form(page, "Add category"), { Name: "Recepti" });
    await button(form(page, "Add category"), "Add category").click();
    await page.getByRole("tabpanel").getByText("Recepti").first().waitFor();
    await tab("AI Mascot Settings");
    await fill(form(page, "Mascot"), { Description: "Medved sa šoljom." });
    await button(form(page, "Mascot"), "Save mascot").click();
    await expect
      .poll(async () => JSON.stringify(await running.read("publishing/account-groups")), patiently)
      .toContain("Medved sa šoljom.");
    await tab("Settings");
    await form(page, "Media and logo").getByLabel("Focus media type").selectOption("video");
    await button(form(page, "Media and logo"), "Save settings").click();
    await fill(form(page, "Proxy"), { "Proxy server": "http://proxy.example.com:8080" });
    await button(form(page, "Proxy"), "Save proxy").click();
    await expect
      .poll(async () => JSON.stringify(await running.read("publishing/account-groups")), patiently)
      .toContain("http://proxy.example.com:8080");
    await expectNothingBeyond(page);
  });

  it("the sale rotator is set, tried, and run step by step", async () => {
    const page = await open(`/dashboard/config?group=${winter.id}#sale-rotator`);
    const rotator = region(page, "Automated Weekly Sale Rotator");
    await rotator.getByRole("checkbox", { name: "Enabled" }).check();
    await fill(rotator, { "Sale tag": "zima-popust" });
    await button(rotator, "Save Settings").click();
    await said(page, "Sale rotator settings saved successfully!");
    await button(rotator, "Dry Run").click();
    await said(page, "Dry run completed! Review the results below.");
    await button(rotator, "Confirmed Live Run").click();
    const run = page.getByRole("dialog", { name: "Confirmed Live Run" });
    await run.getByText(/^0 of \d+ done$/).waitFor();
    await button(run, "Proceed").click();
    await run.getByText(/^1 of \d+ done$/).waitFor();
    await button(run, "Stop").click();
    await said(page, "Confirmed live run stopped by user.");
    await expectNothingBeyond(page);
  });

  it("the sale rotator runs live at once, after a question", async () => {
    const { id } = await newGroup({ integrations: [shop("odmah.myshopify.com")] });
    const page = await open(`/dashboard/config?group=${id}#sale-rotator`);
    const rotator = region(page, "Automated Weekly Sale Rotator");
    await rotator.getByRole("checkbox", { name: "Enabled" }).check();
    await button(rotator, "Save Settings").click();
    await said(page, "Sale rotator settings saved successfully!");
    await button(rotator, "Dry Run").click();
    await region(page, "Dry Run Results").waitFor();
    await button(rotator, "Live Run").click();
    const question = page.getByRole("alertdialog", { name: "Confirm Live Execution" });
    await button(question, "Yes, Execute").click();
    await said(page, "Sale rotation executed successfully!");
    await question.waitFor({ state: "hidden" });
    await region(page, "Dry Run Results").waitFor({ state: "detached" });
    await expectNothingBeyond(page);
  });

  it("integrations are added, copied, synced and removed", async () => {
    await newGroup({ integrations: [shop("druga.myshopify.com")] });
    const { id, stored } = await newGroup();
    const page = await open(`/dashboard/config?group=${id}&tab=integrations`);
    const card = (name: string) =>
      page
        .getByRole("tabpanel")
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name, exact: true }) });
    const add = form(page, "Add Shopify");
    await fill(add, {
      "Store name": "prva.myshopify.com",
      "API key": "good",
      "Access token": "good",
      "Webhook secret": "good",
    });
    await button(add, "Add Shopify").click();
    await button(card("prva.myshopify.com"), "Sync products").click();
    await said(
      page,
      /^(The products of prva\.myshopify\.com are being synced|Product sync started)\.$/,
    );

    const ads = form(page, "Add Facebook Ads");
    await fill(ads, { "User access token": "EAAGsandbox1234567890token" });
    await button(ads, "Fetch ad accounts").click();
    await ads.getByText("2 ad accounts found.").waitFor();
    await ads.getByLabel("Ad account").selectOption({ index: 1 });
    const account = await ads.getByLabel("Ad account").inputValue();
    await button(ads, "Add Facebook Ads").click();
    await card(account).waitFor();

    const ses = form(page, "Add Amazon SES");
    await fill(ses, { "Sender email": "novosti@recepti.example.com" });
    await ses.getByLabel("AWS access key ID").fill("good");
    await ses.getByLabel("AWS secret access key").fill("good");
    await button(ses, "Add Amazon SES").click();
    await card("novosti@recepti.example.com").waitFor();

    const copy = form(page, "Copy integration");
    const source = copy.getByRole("option", { name: /^druga\.myshopify\.com/ });
    await source.waitFor({ state: "attached" });
    await copy.getByLabel("Integration").selectOption(await source.getAttribute("value"));
    await button(copy, "Copy integration").click();
    await card("druga.myshopify.com").waitFor();

    await button(card("druga.myshopify.com"), "Remove").click();
    await sure(page, "Remove");
    await card("druga.myshopify.com").waitFor({ state: "detached" });
    await expect.poll(() => stored("integrations"), patiently).not.toContain("druga.myshopify.com");
    expect(await page.getByRole("alert").count()).toBe(0);
    await expectNothingBeyond(page);
  });

  it("Reddit is connected, and a category gets its settings, platforms and flairs", async () => {
    const { id, category, stored } = await newGroup();
    const page = await open(`/dashboard/config?group=${id}`);
    await button(page, "Add account").click();
    await form(page, "Add account").getByLabel("Platform").selectOption("reddit");
    await button(page, "Connect Reddit").click();
    await button(page, "Allow").click();
    await button(page.getByRole("tabpanel").getByRole("listitem"), "Actions").waitFor();
    await page.goto(`/dashboard/config?group=${id}&tab=evergreen&category=${category.id}`);

    const settings = form(page, "Category settings");
    await fill(settings, { "Category prompt": "Piši kratko." });
    await settings.getByLabel("Text posts per day").fill("2");
    await button(settings, "Save category").click();
    await expect.poll(() => stored("categories"), patiently).toContain("Piši kratko.");

    const platforms = form(page, "Enabled platforms");
    await platforms.getByRole("checkbox", { name: "All active platforms" }).uncheck();
    await platforms.getByRole("checkbox", { name: "Reddit" }).check();
    await button(platforms, "Save platforms").click();
    await expect.poll(() => stored("categories"), patiently).toContain('["reddit"]');

    const reddit = form(page, "Reddit settings");
    await reddit.getByLabel("Subreddits").fill("r/serbia");
    await button(reddit, "Fetch flairs").click();
    const flair = reddit.getByLabel("Flair for r/serbia");
    await flair.getByRole("option", { name: "Discussion" }).waitFor({ state: "attached" });
    await flair.selectOption({ label: "Discussion" });
    await button(reddit, "Save Reddit settings").click();
    await expect.poll(() => stored("categories"), patiently).toContain("Discussion");
    expect(await page.getByRole("alert").count()).toBe(0);
    await expectNothingBeyond(page);
  });

  it("an image becomes a video, which is made again", async () => {
    const { id, category } = await newGroup();
    await running.write(`publishing/categories/${category.id}/items`, {
      text_content: "Od ove slike nastaje film.",
      title: null,
      reddit_title: null,
      reddit_body: null,
      image_url: "/media/sandbox/31.svg",
      image_prompt: null,
    });
    const page = await open(`/dashboard/content?group=${id}&category=${category.id}`);
    const pool = region(page, "Evergreen Content Pool");
    const choose = async (name: string) => {
      await button(entry(pool, "Od ove slike nastaje film.").first(), "Actions").click();
      await page.getByRole("menuitem", { name }).click();
    };
    await choose("Convert to video");
    await said(page, "Converted to video.");
    await page.goto(
      `/dashboard/content?group=${id}&category=${category.id}&media=video&status=active`,
    );
    await choose("Re-convert video");
    await said(page, "Video re-converted.");
    await expectNothingBeyond(page);
  });

  it("the credentials of an account are replaced and cleared", async () => {
    const { id } = await newGroup();
    await running.write(`publishing/account-groups/${id}/accounts`, {
      platform_type: "bluesky",
      platform_username: "recepti.bsky.social",
      credentials: { identifier: "recepti", password: "good" },
    });
    const page = await open(`/dashboard/config?group=${id}`);
    const choose = async (name: string) => {
      await button(page.getByRole("tabpanel").getByRole("listitem"), "Actions").click();
      await page.getByRole("menuitem", { name }).click();
    };
    await choose("Update credentials");
    const dialog = page.getByRole("dialog", { name: /^Update credentials of/ });
    await fill(dialog, { Identifier: "recepti", "App password": "better" });
    await button(dialog, "Update credentials").click();
    await said(page, "Credentials updated.");
    await dialog.waitFor({ state: "hidden" });
    await choose("Clear credentials");
    await sure(page, "Clear credentials");
    await said(page, "Credentials cleared. The account is inactive.");
    await expectNothingBeyond(page);
  });

  it("the newsletter is set up and tested, and has subscribers", async () => {
    const page = await open(`/dashboard/config?group=${winter.id}&tab=newsletter`);
    const settings = form(page, "Newsletter settings");
    await settings.getByRole("textbox", { name: "Subject template" }).fill("Ponuda nedelje");
    await button(settings, "Save settings").click();
    await said(page, "Settings saved.");
    await button(settings, "Send test email").click();
    await said(page, /^Test email sent/);
    const add = form(page, "Add subscriber");
    await add.getByRole("textbox", { name: "Email" }).fill("vera@citalac.example.com");
    await add.locator("button[type=submit]").click();
    await expect
      .poll(
        async () => JSON.stringify(await running.read(`admin/newsletter/subscribers/${winter.id}`)),
        patiently,
      )
      .toContain("vera@citalac.example.com");
    await expectNothingBeyond(page);
  });

  it("templates and products are created, changed and deleted", async () => {
    const page = await open("/dashboard/config");
    for (const { title, of, name, fields, add, create, update } of [
      {
        title: "Meme Template Pool Manager",
        of: "Meme template",
        name: "Name",
        fields: { "Usage explanation": "Levo i desno.", "Humor explanation": "Zato." },
        add: "Add template",
        create: "Create Template",
        update: "Update Template",
      },
      {
        title: "Product Catalog Manager",
        of: "Product",
        name: "Product name",
        fields: { Description: "Pleten od merino vune." },
        add: "Add product",
        create: "Create Product",
        update: "Update Product",
      },
    ]) {
      const part = region(page, title);
      await button(part, add).click();
      const own = form(page, of);
      await own.getByLabel(name, { exact: true }).fill("Šal za dvoje");
      await fill(own, fields);
      await own.getByLabel(/Image URL$/i).fill("/media/sandbox/31.svg");
      await button(own, create).click();
      const card = entry(part, "Šal za dvoje");
      await button(card, "Edit").click();
      await own.getByLabel(name, { exact: true }).fill("Šal za troje");
      await button(own, update).click();
      const changed = entry(part, "Šal za troje");
      await changed.waitFor();
      await button(changed, "Delete").click();
      await sure(page, "Delete");
      await changed.waitFor({ state: "detached" });
    }
  });
});
