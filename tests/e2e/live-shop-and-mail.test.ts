import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPeerInstalled } from "../../scripts/lib/peers.mjs";
import { json, type Reply } from "../peers/bluesky/front";
import { addProduct, adminKeys, pricesOf } from "../peers/shopify/peer";
import { seededRandom } from "../support/random";
import { openBrowser } from "./support/browser";
import { startShopConsole } from "./support/live/shop-world";
import { entry, region, said } from "./support/screen";
import { goTo, signInWithDiscord } from "./support/sign-in";

const subscribers = 1000;
const products = 120;
const sender = "novosti@zima.example.com";

describe.runIf(isPeerInstalled("shopify"))(
  "In a live world, with a shop and a mail server",
  { tags: ["peers"] },
  () => {
    let running: Awaited<ReturnType<typeof startShopConsole>>;

    beforeAll(async () => {
      running = await startShopConsole(subscribers);
    });
    afterAll(() => running?.stop());

    const { newOperator } = openBrowser(
      () => running.address,
      () => running.internet.ofChromium,
    );
    /** The browser says that there was no answer while the server was away. */
    const away = /Failed to load resource|SafeError: /;

    it("a newsletter reaches each subscriber once, though the server refuses some, asks to wait, and dies", async () => {
      const { smtp } = running;
      const { page, forgive } = await newOperator();
      forgive(away);
      await signInWithDiscord(page);
      await addIntegration(page, "Add Mail by SMTP", { "Sender email": sender });
      await page.getByRole("tab", { name: "Newsletter" }).click();
      const form = page.getByRole("form", { name: "Newsletter settings" });
      await form.getByRole("button", { name: "Insert starter template" }).click();
      await form.getByRole("switch", { name: "Active" }).check();
      await form.getByLabel("Integration").selectOption({ label: `Mail by SMTP: ${sender}` });
      await form.getByRole("textbox", { name: "Sender email" }).fill(sender);
      await form.getByRole("button", { name: "Save settings" }).click();
      await said(page, "Settings saved.");
      const panel = region(page, "Last newsletter");
      await panel.getByText("No newsletter has been sent yet.").waitFor();

      const isRefused = (address: string) => Number(/\d+/.exec(address)?.[0]) % 20 === 7;
      /** Once, after this number of mails, the server asks to wait for a while. */
      let untilThrottled = 600;
      smtp.state.refuse = (step, address) => {
        if (step === "from" && --untilThrottled === 0)
          return { code: 421, words: "4.7.0 Too many" };
        return step === "to" && isRefused(address)
          ? { code: 550, words: "5.1.1 No user" }
          : undefined;
      };
      await running.awayOnMonday();
      await expect.poll(() => smtp.received.length, { timeout: 300_000 }).toBeGreaterThan(300);
      await running.killed();
      await expect
        .poll(
          async () => {
            await page.goto("/dashboard/config?tab=newsletter");
            return panel.getByRole("status").filter({ hasText: /sent/ }).textContent();
          },
          { timeout: 900_000, interval: 3_000 },
        )
        .toMatch(/: (949|950) sent, (49|50) refused(, 1 unknown)?\.$/);

      const received = smtp.received.map(({ to }) => [to].flat()[0]?.text ?? "");
      expect(received).toHaveLength(new Set(received).size);
      expect(received.filter(isRefused)).toEqual([]);
      await panel.getByLabel("Filter mails").selectOption("Refused");
      await entry(panel, "citalac7@example.com")
        .getByText(/5\.1\.1 No user/)
        .waitFor();
    }, 1_200_000);

    it("a sale over 120 products with 3 variants ends with the planned prices though the server dies ten times, and the restore brings the originals back", async () => {
      const { state } = running.shop;
      const random = seededRandom(products);
      const price = () => (random.between(500, 9000) + random.between(0, 99) / 100).toFixed(2);
      const reduced = (text: string) => Math.round((Number(text) * 80) / 100).toFixed(2);
      const originals = new Map<string, string>();
      for (let n = 1; n <= products; n++) {
        const before = [price(), price(), price()];
        // All but sixty are on sale, and come off.
        const isOnSale = n <= products - 60;
        const { variants } = addProduct(
          state,
          String(1000 + n),
          isOnSale ? ["rotator", "sale"] : [n % 3 === 0 ? "rotator-no-change" : "rotator"],
          isOnSale ? before.map((text) => [reduced(text), text] as const) : before,
        );
        for (const [place, { id }] of variants.entries()) originals.set(id, before[place] ?? "");
      }
      const { page, forgive } = await newOperator();
      forgive(away);
      await signInWithDiscord(page);
      await addIntegration(page, "Add Shopify", {
        "Store name": "zima",
        "API key": adminKeys.api_key,
        "Access token": adminKeys.password,
        "Webhook secret": adminKeys.webhook_secret,
      });
      await page.getByRole("tab", { name: "Settings", exact: true }).click();
      const part = region(page, "Automated Weekly Sale Rotator");
      const press = (name: string) => part.getByRole("button", { name, exact: true }).click();
      await press("Automated Weekly Sale Rotator");
      await part.getByRole("checkbox", { name: "Enabled" }).check();
      await press("Save Settings");
      await said(page, "Sale rotator settings saved successfully!");
      await press("Dry Run");
      await said(page, "Dry run completed! Review the results below.");
      let deaths = 0;
      let calls = 0;
      let nextDeath = random.between(3, 25);
      running.hooks.ofShop = async (carryOut: () => Promise<Reply>) => {
        calls += 1;
        if (deaths === 10 || calls < nextDeath) return carryOut();
        deaths += 1;
        nextDeath = calls + random.between(3, 25);
        // Half of the calls are lost, and half take effect without an answer.
        const reply = deaths % 2 === 0 ? await carryOut() : json({});
        await running.killed();
        return reply;
      };
      await press("Live Run");
      const question = page.getByRole("alertdialog", { name: "Confirm Live Execution" });
      const execute = question.getByRole("button", { name: "Yes, Execute" });
      await execute.click();
      const isUnknown = question.getByText(
        "The server did not respond. It may still have gone through. Trying again will not repeat it.",
      );
      await isUnknown.waitFor();
      await expect
        .poll(
          async () => {
            if (!(await question.isVisible())) return "closed";
            // A press is without effect while the run goes on, and too late once it is over.
            await execute.click({ timeout: 2_000 }).catch(() => undefined);
            return "open";
          },
          { timeout: 300_000, interval: 1_000 },
        )
        .toBe("closed");
      expect(deaths).toBe(10);
      const tagged = [...state.products.values()].filter(({ tags }) => tags.includes("sale"));
      // The counts that the rotator begins with: 5 at a lower price, and 3 at their own.
      expect(tagged.map(({ tags }) => tags.includes("rotator")).filter(Boolean)).toHaveLength(5);
      expect(tagged).toHaveLength(8);
      const planned = [...state.products.values()].flatMap(({ tags, variants }) =>
        variants.map(({ id }) => {
          const text = originals.get(id) ?? "";
          const isReduced = tags.includes("sale") && tags.includes("rotator");
          return [id, isReduced ? `${reduced(text)} (${text})` : text] as const;
        }),
      );
      expect(pricesOf(state)).toEqual(new Map(planned));

      await press("Restore original prices…");
      const restore = page.getByRole("alertdialog", { name: "Restore Original Prices" });
      await restore.getByText("This changes prices in zima").waitFor();
      await restore.getByRole("button", { name: "Yes, Restore" }).click();
      await said(page, "Original prices restored successfully!");
      expect(pricesOf(state)).toEqual(originals);
    }, 600_000);
  },
);

/** Adds an integration to the group, on the tab of the integrations. */
async function addIntegration(page: Page, title: string, fields: Readonly<Record<string, string>>) {
  await goTo(page, "Configuration");
  await page.getByRole("tab", { name: "Integrations" }).click();
  const form = page.getByRole("form", { name: title });
  for (const [label, text] of Object.entries(fields)) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
  await form.getByRole("button", { name: title }).click();
  await said(page, "Integration added.");
}
