import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { overflow, refusals, refuse, region, said } from "./support/screen";
import { expectAccessibleUncovered, patiently } from "./support/uncovered";

type Settings = { is_active: boolean; rotator_count: number; sale_tag: string };

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Options = { shop?: boolean; enabled?: boolean; width?: number };

/** Opens the sale rotator of a new group, which has a shop of its own unless `shop` is false. */
async function openRotator({ shop = true, enabled = true, width = 1440 }: Options = {}) {
  const name = `Grupa ${crypto.randomUUID()}`;
  const { id } = await running.write<{ id: number }>("publishing/account-groups", {
    name,
    description: null,
  });
  if (shop) {
    await running.write(`publishing/account-groups/${id}/integrations`, {
      platform: "shopify",
      store_name: `${crypto.randomUUID()}.myshopify.com`,
      credentials: { api_key: "good", password: "good", webhook_secret: "good" },
    });
  }
  const operator = await newOperator({ at: `/dashboard/config?group=${id}#sale-rotator`, width });
  const { page, forgive } = operator;
  forgive(refusals);
  const part = region(page, "Automated Weekly Sale Rotator");
  const press = (label: string) => part.getByRole("button", { name: label, exact: true }).click();
  if (enabled) {
    await part.getByRole("checkbox", { name: "Enabled" }).check();
    await press("Save Settings");
    await said(page, "Sale rotator settings saved successfully!");
  }
  return {
    ...operator,
    id,
    part,
    press,
    results: region(page, "Dry Run Results"),
    run: page.getByRole("dialog", { name: "Confirmed Live Run" }),
    settings: () => running.read<Settings>(`admin/sale-rotator/settings/${id}`),
  };
}

describe("The settings of the sale rotator", () => {
  it("are saved once they are within their bounds, and no run can start before", async () => {
    const { page, part, press, settings } = await openRotator({ enabled: false });
    await part.getByText("The rotation runs automatically every Monday at 1 AM UTC.").waitFor();
    for (const name of ["Dry Run", "Live Run", "Confirmed Live Run"]) {
      expect(await part.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
    }
    await expectAccessible(page);
    await part.getByRole("checkbox", { name: "Enabled" }).check();
    await part.getByLabel("Rotator count").fill("21");
    await part.getByLabel("Cooldown days").fill("");
    await press("Save Settings");
    await part.getByText("Enter a whole number from 0 to 20.").waitFor();
    await part.getByText("Enter a whole number from 7 to 90.").waitFor();
    await expectAccessible(page);
    expect(await settings()).toMatchObject({ is_active: false });
    await part.getByLabel("Rotator count").fill("4");
    await part.getByLabel("Cooldown days").fill("14");
    await part.getByLabel("Sale tag").fill("зимска-распродаја");
    const letSave = await refuse(page, /sale-rotator\/settings/, "Not today.");
    await press("Save Settings");
    await part.getByText("Failed to save settings").waitFor();
    await expectAccessible(page);
    await letSave();
    await press("Save Settings");
    await said(page, "Sale rotator settings saved successfully!");
    expect(await settings()).toMatchObject({
      is_active: true,
      rotator_count: 4,
      sale_tag: "зимска-распродаја",
    });
  });

  it("are shown before they are overwritten if another tab has saved meanwhile", async () => {
    const { page, id, part, press, newTab, settings } = await openRotator();
    await part.getByLabel("Sale tag").fill("moja");
    const other = await newTab();
    await other.goto(`/dashboard/config?group=${id}#sale-rotator`);
    const theirs = region(other, "Automated Weekly Sale Rotator");
    await theirs.getByLabel("Sale tag").fill("njihova");
    await theirs.getByRole("button", { name: "Save Settings" }).click();
    await expect.poll(async () => (await settings()).sale_tag, patiently).toBe("njihova");
    await page.bringToFront();
    await press("Save Settings");
    const question = page.getByRole("dialog", { name: "The settings have changed on the server" });
    await question.getByRole("cell", { name: "njihova" }).waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Use the server's" }).click();
    await expect.poll(() => part.getByLabel("Sale tag").inputValue(), patiently).toBe("njihova");
  });
});

describe("A dry run", () => {
  it("shows what would change, and can be exported", async () => {
    const { page, results, press } = await openRotator();
    await press("Dry Run");
    await results.getByText("Products to add to sale").waitFor();
    await said(page, "Dry run completed! Review the results below.");
    const download = page.waitForEvent("download");
    await results.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^dry-run.*\.csv$/);
    await expectAccessibleUncovered(page);
  });

  it("is refused if the group has no shop", async () => {
    const { page, part, press } = await openRotator({ shop: false });
    await press("Dry Run");
    await part.getByText("Connect a Shopify integration first.").waitFor();
    await expectAccessibleUncovered(page);
  });
});

describe("A live run", () => {
  it("changes the shop after a confirmation, and nothing if it is refused", async () => {
    const { page, results, press } = await openRotator();
    await press("Dry Run");
    await results.waitFor();
    await press("Live Run");
    const question = page.getByRole("alertdialog", { name: "Confirm Live Execution" });
    await question.getByText(/as in the dry run/).waitFor();
    const letRun = await refuse(page, /sale-rotator\/trigger\//, "The shop is closed.");
    await question.getByRole("button", { name: "Yes, Execute" }).click();
    await question.getByText("The shop is closed.").waitFor();
    await expectAccessible(page);
    await letRun();
    await question.getByRole("button", { name: "Yes, Execute" }).click();
    await said(page, "Sale rotation executed successfully!");
    await question.waitFor({ state: "hidden" });
    await results.waitFor({ state: "detached" });
  });
});

describe("A confirmed live run", () => {
  it("continues step by step after a refusal and a reload, until it is stopped", async () => {
    const { page, part, press, run } = await openRotator();
    await press("Confirmed Live Run");
    await run.getByText(/^0 of \d+ done$/).waitFor();
    await expectAccessible(page);
    const proceed = run.getByRole("button", { name: "Proceed" });
    await proceed.click();
    await run.getByText(/^1 of \d+ done$/).waitFor();
    const letStep = await refuse(page, /trigger-step/, "The shop is closed.");
    await proceed.click();
    await run.getByText("An error occurred. You can stop the run or try again.").waitFor();
    await expectAccessible(page);
    await letStep();
    await proceed.click();
    await run.getByText(/^2 of \d+ done$/).waitFor();

    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await part.getByRole("button", { name: "Resume" }).waitFor();
    await expectAccessible(page);
    await part.getByRole("button", { name: "Resume" }).click();
    await run.getByText(/^2 of \d+ done$/).waitFor();
    await run.getByRole("button", { name: "Stop" }).click();
    await said(page, "Confirmed live run stopped by user.");
    await run.waitFor({ state: "hidden" });
    await press("Confirmed Live Run");
    await run.getByText(/^0 of \d+ done$/).waitFor();
  });

  it("cannot be started if the group has no shop", async () => {
    const { part, press, page } = await openRotator({ shop: false });
    await press("Confirmed Live Run");
    await part.getByText("Connect a Shopify integration first.").waitFor();
    await expectAccessibleUncovered(page);
  });
});

it("The rotator stacks its buttons on a phone", async () => {
  const { part } = await openRotator({ enabled: false, width: 390 });
  const sides = [];
  for (const name of ["Save Settings", "Dry Run", "Confirmed Live Run", "Live Run"]) {
    const box = await part.getByRole("button", { name, exact: true }).boundingBox();
    sides.push([box?.x, box?.width]);
  }
  expect(new Set(sides.map(String)).size).toBe(1);
});

it.each([360, 768])("The rotator does not scroll sideways at %i px", async (width) => {
  const { page, press, results } = await openRotator({ width });
  await press("Dry Run");
  await results.waitFor();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectAccessibleUncovered(page);
});
