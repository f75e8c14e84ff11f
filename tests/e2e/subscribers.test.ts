import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { closeAndStay, refusals, refuse } from "./support/screen";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ speed: 1 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Stored = { id: number; email: string; name: string | null };

/** Opens the newsletter tab of a new group that has these subscribers. */
async function open(name: string, addresses: readonly string[] = [], width = 1440) {
  const { id } = await running.write<{ id: number }>("publishing/account-groups", { name });
  const path = `admin/newsletter/subscribers/${id}`;
  for (const email of addresses) await running.write(path, { email });
  const operator = await newOperator({
    at: `/dashboard/config?group=${id}&tab=newsletter`,
    width,
  });
  const { page } = operator;
  const region = page.getByRole("region", { name: "Subscribers", exact: true });
  await region.getByRole("form", { name: "Add subscriber" }).waitFor();
  const stored = () => running.read<Stored[]>(path);
  return { ...operator, path, region, stored };
}

const importDialog = (page: Page) => page.getByRole("dialog", { name: "Import subscribers" });

async function choose(page: Page, text: string) {
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = importDialog(page);
  await dialog.getByText(/At most 10 MB/).waitFor();
  await dialog.getByLabel("CSV file").setInputFiles({
    name: "lista.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  return dialog;
}

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => `e${n}@primer.example.com,Čitalac ${n}`).join("\r\n");

describe("The subscribers of a newsletter", () => {
  it("are added, refused, found and removed", async () => {
    const { page, region, stored, forgive } = await open("Ručno", ["vuk@primer.example.com"]);
    // The browser logs every refusal on its console.
    forgive(/status of 409/);
    await expectAccessible(page);
    await region.getByRole("textbox", { name: "Email" }).fill("djordje@primer.example.com");
    await region.getByRole("textbox", { name: "Name" }).fill("Đorđe Šćepanović");
    await page.keyboard.press("Enter");
    await region.getByRole("button", { name: "Remove djordje@primer.example.com" }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("email");
    await page.keyboard.type("DJORDJE@primer.example.com");
    await page.keyboard.press("Enter");
    await region.getByRole("alert").getByText("This address is already subscribed.").waitFor();
    await expectAccessible(page);
    await region.getByRole("textbox", { name: "Email" }).fill("");

    await region.getByRole("searchbox", { name: "Search subscribers" }).fill("dorde scep");
    await region.getByText("1 of 2", { exact: true }).waitFor();
    await expectAccessible(page);
    await region.getByRole("button", { name: /^Remove djordje@/ }).click();
    const question = page.getByRole("alertdialog", {
      name: "Remove djordje@primer.example.com?",
    });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Remove" }).click();
    await region.getByText(/^No subscriber matches/).waitFor();
    await expectAccessible(page);
    expect(await stored()).toMatchObject([{ email: "vuk@primer.example.com" }]);
  });

  it("stay when their removal is refused, and the dialog says so", async () => {
    const { page, region, stored, forgive } = await open("Ostaje", ["vuk@primer.example.com"]);
    forgive(refusals);
    await region.getByRole("button", { name: "Remove vuk@primer.example.com" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove vuk@primer.example.com?" });
    const letGo = await refuse(page, /newsletter\/subscribers\/\d+$/, "Not today.");
    await question.getByRole("button", { name: "Remove" }).click();
    await question.getByText("Failed to remove subscriber.").waitFor();
    await expectAccessible(page);
    expect(await stored()).toHaveLength(1);
    await letGo();
    await question.getByRole("button", { name: "Remove" }).click();
    await region.getByText("No subscribers yet").waitFor();
  });

  it("can be browsed and removed with the keyboard alone", async () => {
    const addresses = Array.from({ length: 30 }, (_, n) => `e${n}@primer.example.com`);
    const { page, region, stored } = await open("Tastatura", addresses);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await region.getByRole("button", { name: "Export CSV" }).focus();
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Remove e29@primer.example.com");
    await page.keyboard.press("End");
    expect(await focused()).toBe("Remove e0@primer.example.com");
    expect(
      await region.getByRole("button", { name: "Remove e0@primer.example.com" }).isVisible(),
    ).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    // The focus moves to the row that is last now.
    await expect.poll(focused).toBe("Remove e1@primer.example.com");
    expect(await stored()).toHaveLength(29);
  });

  it("are exported, and recognized when the file is imported again", async () => {
    const { page, region, stored } = await open("Izvoz", ["vuk@primer.example.com"]);
    const waiting = page.waitForEvent("download");
    await region.getByRole("button", { name: "Export CSV" }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toBe("\uFEFFEmail,Name,Status\r\nvuk@primer.example.com,,Active\r\n");
    const dialog = await choose(page, text);
    await dialog.getByText("Already subscribed.").waitFor();
    await expectAccessible(page);
    expect(await stored()).toHaveLength(1);
  });

  it("are counted in one row of figures before an import", async () => {
    const { page } = await open("Uvoz");
    const dialog = await choose(page, "email,name\r\nana@primer.example.com,Ana\r\n");
    const labels = ["Valid rows", "Invalid rows", "No consent", "Duplicates"];
    const tops = [];
    for (const label of [...labels, "Already subscribed"]) {
      tops.push((await dialog.getByText(label, { exact: true }).boundingBox())?.y);
    }
    expect(new Set(tops).size).toBe(1);
  });
});

describe("The list of subscribers", () => {
  it("shows that it is loading, failed, empty or outdated, and stays usable", async () => {
    const { page, region, path, forgive } = await open("Kvar");
    // The browser logs the faked failures on its console.
    forgive(/status of 50\d|^SafeError: GET/);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isBroken = true;
    await page.route(new RegExp(path), async (route) => {
      await held;
      if (!isBroken) return route.fallback();
      return route.fulfill({
        status: 500,
        contentType: "application/json",
        body: '{"detail":"No database."}',
      });
    });
    await page.reload();
    await region.getByText("Loading subscribers").waitFor();
    await expectAccessible(page);
    letGo();
    await region.getByText("Failed to load newsletter data.").waitFor();
    await region.getByText("No database.").waitFor();
    await expectAccessible(page);
    isBroken = false;
    await region.getByRole("button", { name: "Try again" }).click();
    await region.getByText("No subscribers yet").waitFor();
    await expectAccessible(page);
    isBroken = true;
    await region.getByRole("textbox", { name: "Email" }).fill("vuk@primer.example.com");
    await region.getByRole("button", { name: "Add subscriber" }).click();
    // It is unknown whether the write was done, so the list is read again, which fails too.
    await region.getByText(/^Failed to load newsletter data. Showing/).waitFor();
    await region.getByText(/It may still have gone through/).waitFor();
    expect(await region.getByRole("textbox", { name: "Email" }).inputValue()).toBe(
      "vuk@primer.example.com",
    );
    await expectAccessible(page);
    isBroken = false;
    await region.getByRole("button", { name: "Try again" }).click();
    await region
      .getByText(/^Failed to load newsletter data. Showing/)
      .waitFor({ state: "detached" });
    await region.getByRole("button", { name: "Add subscriber" }).click();
    await region.getByRole("button", { name: "Remove vuk@primer.example.com" }).waitFor();
  });
});

describe("Importing subscribers", () => {
  it("adds the valid rows in the background, and reports the invalid ones", async () => {
    const { page, region, stored } = await open("Uvoz s greškama", ["vuk@primer.example.com"]);
    const dialog = await choose(
      page,
      `Email,Name\r\n${many(4)}\r\nnije adresa,X\r\nVUK@primer.example.com,V\r\n`,
    );
    await dialog.getByText(/^4 of 6 rows can be imported/).waitFor();
    expect(await stored()).toHaveLength(1);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Import 4 subscribers" }).click();
    const progress = region.getByRole("group", { name: "Import" });
    await progress.getByText("4 added, 2 skipped.").waitFor();
    expect((await stored()).map(({ name }) => name)).toContain("Čitalac 3");
    await region.getByRole("button", { name: "Remove e3@primer.example.com" }).waitFor();
    await expectAccessible(page);
    await progress.getByRole("button", { name: "Show report" }).click();
    const report = page.getByRole("dialog", { name: "Import report" });
    await report.getByText("Line 6").waitFor();
    await expectAccessible(page);
    const waiting = page.waitForEvent("download");
    await report.getByRole("button", { name: "Download report" }).click();
    const text = await readFile(await (await waiting).path(), "utf8");
    expect(text).toContain("6,nije adresa,X,Skipped,Email must be an email address");
  });

  it("refuses a file that is not text, and accepts another", async () => {
    const { page } = await open("Slika");
    const dialog = await choose(page, "\0\0\0");
    await dialog.getByText("This is not a text file. Choose a CSV file.").waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "lista.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(many(2)),
    });
    await dialog.getByRole("button", { name: "Import 2 subscribers" }).waitFor();
    await expectAccessible(page);
  });

  it("reports rows with an unclear result, and retries them", async () => {
    const { page, region, stored, forgive } = await open("Ponovo");
    forgive(/status of 503/);
    const dialog = await choose(page, many(3));
    await page.route(/newsletter\/subscribers\/\d+$/, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 503, json: { detail: "Not today." } })
        : route.fallback(),
    );
    await dialog.getByRole("button", { name: "Import 3 subscribers" }).click();
    const progress = region.getByRole("group", { name: "Import" });
    await progress.getByText(/3 unclear\.$/).waitFor();
    await expectAccessible(page);
    await page.unroute(/newsletter\/subscribers\/\d+$/);
    await progress.getByRole("button", { name: "Retry the unclear" }).click();
    await progress.getByText("3 added.").waitFor();
    expect(await stored()).toHaveLength(3);
  });

  it("stops on demand, warns before the page is left, and imports the rest later", async () => {
    const { page, region, stored } = await open("Prekid");
    running.proxy.delayAnswers(150);
    try {
      const dialog = await choose(page, many(40));
      await dialog.getByRole("button", { name: "Import 40 subscribers" }).click();
      const progress = region.getByRole("group", { name: "Import" });
      await progress.getByText(/^Importing [1-9]\d* of 40/).waitFor();
      await expectAccessible(page);
      await page.getByRole("tab", { name: "Settings", exact: true }).click();
      const question = page.getByRole("alertdialog", {
        name: "Leave during the import?",
      });
      await question.waitFor();
      await expectAccessible(page);
      await question.getByRole("button", { name: "Stay" }).click();
      await progress.getByRole("button", { name: "Stop" }).click();
      await progress.getByText("Import stopped").waitFor();
      await expectAccessible(page);
      const added = (await stored()).length;
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThan(40);
      await progress.getByText(`${added} added, ${40 - added} not sent.`).waitFor();
      running.proxy.delayAnswers(0);
      await progress.getByRole("button", { name: "Import the rest" }).click();
      await progress.getByText("40 added.").waitFor();
      expect(await stored()).toHaveLength(40);
    } finally {
      running.proxy.delayAnswers(0);
    }
  });

  it("asks before the browser tab is closed during an import", async () => {
    const { page, region } = await open("Zatvaranje");
    running.proxy.delayAnswers(300);
    try {
      const dialog = await choose(page, many(30));
      await dialog.getByRole("button", { name: "Import 30 subscribers" }).click();
      await region.getByText(/^Importing [1-9]/).waitFor();
      await closeAndStay(page);
      await region.getByRole("button", { name: "Stop" }).click();
    } finally {
      running.proxy.delayAnswers(0);
    }
  });
});

describe("50,000 subscribers", () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => ({
    id: n + 1,
    email: `korisnik.${n}@primer.example.com`,
    name: n % 7 === 0 ? null : `Đorđe Šćepanović ${n}`,
    is_active: n % 9 > 0,
  }));

  it("are rendered a few at a time, and found from the first to the last", async () => {
    const { page, region } = await open("Velika");
    await page.route(/newsletter\/subscribers/, (route) =>
      route.fulfill({ contentType: "application/json", body: JSON.stringify(rows) }),
    );
    await page.reload();
    await region.getByText("50,000", { exact: true }).waitFor();
    const list = region.getByRole("list", { name: "Subscribers" });
    const rendered = () => list.getByRole("listitem").count();
    expect(await rendered()).toBeLessThan(40);
    await expectAccessible(page);
    await list.locator("..").evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    await list.getByText("korisnik.0@primer.example.com").waitFor();
    expect(await rendered()).toBeLessThan(40);
    await region.getByRole("searchbox").fill("korisnik.49999 scepan");
    await region.getByText("1 of 50,000", { exact: true }).waitFor();
    await expect.poll(rendered).toBe(1);
  });

  it("are checked without freezing the page", async () => {
    const { page } = await open("Velika datoteka");
    const text = rows.map(({ email, name }) => `${email},${name ?? ""}`).join("\n");
    const dialog = await choose(page, `email,name\n${text}\n`);
    await dialog.getByRole("button", { name: "Import 50,000 subscribers" }).waitFor();
    await dialog.getByText(/^50,000 of 50,000 rows/).waitFor();
    await expectAccessible(page);
  });
});
