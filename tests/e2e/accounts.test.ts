import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { overflow, refusals, refuse, said } from "./support/screen";
import { expectAccessibleUncovered, patiently } from "./support/uncovered";

type Account = { id: number; platform_type: string; platform_username: string; is_active: boolean };
type Group = { id: number; [setting: string]: unknown };

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const bluesky = (platform_username: string, password = "good") => ({
  platform_type: "bluesky",
  platform_username,
  credentials: { identifier: "zima", password },
});

/** Opens a configuration tab of a new group that has these accounts. */
async function openTab(
  tab: string,
  { own = [], width = 1440 }: { own?: object[]; width?: number } = {},
) {
  const { id } = await running.write<Group>("publishing/account-groups", {
    name: `Grupa ${crypto.randomUUID()}`,
    description: null,
  });
  const path = `publishing/account-groups/${id}/accounts`;
  for (const one of own) await running.write(path, one);
  const operator = await newOperator({ at: `/dashboard/config?tab=${tab}&group=${id}`, width });
  const { page } = operator;
  await page.getByRole("tabpanel").waitFor();
  const cards = page.getByRole("tabpanel").getByRole("listitem");
  const card = (name: string) =>
    cards.filter({ has: page.getByRole("heading", { name, exact: true }) });
  return {
    ...operator,
    id,
    card,
    form: (name: string) => page.getByRole("form", { name }),
    choose: async (name: string, action: string) => {
      await card(name).getByRole("button", { name: "Actions" }).click();
      await page.getByRole("menuitem", { name: action }).click();
    },
    accounts: () => running.read<Account[]>(path),
    group: async () =>
      (await running.read<Group[]>("publishing/account-groups")).find((one) => one.id === id),
  };
}

describe("A social account", () => {
  it("is added, but the same one only once", async () => {
    const { page, form, card, forgive, accounts } = await openTab("accounts");
    forgive(refusals);
    await page.getByText("This group has no social accounts.").waitFor();
    await expectAccessible(page);
    const opener = page.getByRole("button", { name: "Add account" });
    await opener.click();
    const add = form("Add account");
    await add.getByLabel("Platform").selectOption("bluesky");
    await add.getByRole("button", { name: "Add account" }).click();
    await add.getByText("App password is required.").waitFor();
    await expectAccessible(page);

    const press = async () => {
      await add.getByLabel("Username").fill("zima.example.com");
      await add.getByLabel("Identifier").fill("zima");
      await add.getByLabel("App password", { exact: true }).fill("good");
      await add.getByRole("button", { name: "Add account" }).click();
    };
    await press();
    await add.waitFor({ state: "detached" });
    await card("zima.example.com").waitFor();
    await opener.click();
    await add.getByLabel("Platform").selectOption("bluesky");
    // A second press too soon counts as part of a double click and sends nothing.
    const refusal = add.getByText("This group already has zima.example.com on Bluesky.");
    await expect
      .poll(async () => {
        await press();
        return refusal.isVisible();
      }, patiently)
      .toBe(true);
    await add.getByText("Failed to add account. Check console for details.").waitFor();
    expect(await add.getByLabel("App password", { exact: true }).inputValue()).toBe("good");
    await expectAccessible(page);
    expect(await accounts()).toHaveLength(1);
  });

  it("is tested, and shows the platform's error in full", async () => {
    const { page, card, choose, forgive } = await openTab("accounts", {
      own: [bluesky("zima"), bluesky("leto", "wrong")],
    });
    forgive(refusals);
    await choose("zima", "Test credentials");
    await said(page, /credentials (work|are valid)|works/i);
    await choose("leto", "Test credentials");
    await page
      .getByText(/^Test failed: /)
      .first()
      .waitFor();
    await card("leto").getByText("Last error").waitFor();
    await expectAccessibleUncovered(page);
  });

  it("is tested together with all the others", async () => {
    const { page, forgive } = await openTab("accounts", {
      own: [bluesky("zima"), bluesky("leto", "wrong")],
    });
    forgive(refusals);
    await page.getByRole("button", { name: "Test all" }).click();
    await page.getByText("1 of 2 work, 1 failed.").waitFor();
    await expectAccessible(page);
    await page
      .getByRole("group", { name: "Result" })
      .getByRole("button", { name: "Close" })
      .click();
    await page.getByText("1 of 2 work, 1 failed.").waitFor({ state: "detached" });
  });

  it("gets new credentials, and loses them only after a confirmation", async () => {
    const { page, card, choose, forgive, accounts } = await openTab("accounts", {
      own: [bluesky("zima")],
    });
    forgive(refusals);
    await choose("zima", "Update credentials");
    const update = page.getByRole("dialog", { name: "Update credentials of zima" });
    await update.getByRole("button", { name: "Update credentials" }).click();
    await update.getByText("Identifier is required.").waitFor();
    await update.getByLabel("Identifier").fill("zima");
    await update.getByLabel("App password", { exact: true }).fill("better");
    const letUpdate = await refuse(page, /accounts\/\d+\/credentials/, "Not today.");
    await update.getByRole("button", { name: "Update credentials" }).click();
    await update.getByText("Failed to update credentials...").waitFor();
    await expectAccessible(page);
    await letUpdate();
    await update.getByRole("button", { name: "Update credentials" }).click();
    await update.waitFor({ state: "hidden" });

    await choose("zima", "Clear credentials");
    const question = page.getByRole("alertdialog", { name: "Clear the credentials of zima?" });
    const letClear = await refuse(page, /clear-credentials/, "Not today.");
    await question.getByRole("button", { name: "Clear credentials" }).click();
    await question.getByText("Failed to clear credentials...").waitFor();
    await expectAccessible(page);
    expect(await accounts()).toMatchObject([{ is_active: true }]);
    await letClear();
    await question.getByRole("button", { name: "Clear credentials" }).click();
    await card("zima").getByText("Inactive").waitFor();
    expect(await accounts()).toMatchObject([{ is_active: false }]);
  });

  it("is deleted only after a confirmation, and stays if the server refuses", async () => {
    const { page, choose, forgive, accounts } = await openTab("accounts", {
      own: [bluesky("zima")],
    });
    forgive(refusals);
    await choose("zima", "Delete account");
    const question = page.getByRole("alertdialog", { name: "Delete zima?" });
    const letGo = await refuse(page, /publishing\/accounts\/\d+$/, "Not today.");
    await question.getByRole("button", { name: "Delete account" }).click();
    await question.getByText("Failed to delete account...").waitFor();
    await expectAccessible(page);
    expect(await accounts()).toHaveLength(1);
    await letGo();
    await question.getByRole("button", { name: "Delete account" }).click();
    await page.getByText("This group has no social accounts.").waitFor();
    expect(await accounts()).toEqual([]);
  });

  it("primes its session, backfills its performance, and shows why either failed", async () => {
    const { page, card, choose, forgive } = await openTab("accounts", {
      own: [{ platform_type: "tiktok", platform_username: "zima", credentials: {} }],
    });
    forgive(refusals);
    const letPrime = await refuse(page, /prime-session/, "Not today.");
    await choose("zima", "Prime session");
    await card("zima").getByText("Failed to start priming session.").waitFor();
    await letPrime();
    const letBackfill = await refuse(page, /backfill-performance/, "Not today.");
    await choose("zima", "Backfill performance");
    await card("zima").getByText("Failed to start backfill process.").waitFor();
    await expectAccessibleUncovered(page);
    await letBackfill();
    const backfill = page.waitForResponse((answer) => /backfill-performance/.test(answer.url()));
    await choose("zima", "Backfill performance");
    expect((await backfill).ok()).toBe(true);
    await choose("zima", "Test performance fetch");
    await card("zima")
      .getByText(/^The performance fetch works\.$|^Test failed: ./)
      .waitFor();
    await expectAccessibleUncovered(page);
  });

  it("shows its whole name on a phone, however long, so that two can be told apart", async () => {
    const name = "Веома дугачко име налога ".repeat(5);
    const { page, card } = await openTab("accounts", {
      own: [bluesky(`${name}1`), bluesky(`${name}2`)],
      width: 360,
    });
    await card(`${name}2`).waitFor();
    const cut = await page
      .getByRole("tabpanel")
      .getByRole("heading", { name: /^Веома/ })
      .evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).length);
    expect(cut).toBe(0);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  it("is confirmed on a phone with no toast over the button", async () => {
    const { page, card, choose, forgive } = await openTab("accounts", {
      own: [bluesky("leto", "wrong")],
      width: 390,
    });
    forgive(refusals);
    await choose("leto", "Test credentials");
    await card("leto").getByText("Last error").waitFor();
    const toasts = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await toasts.first().waitFor();
    await choose("leto", "Clear credentials");
    const answer = page.getByRole("alertdialog").getByRole("button", { name: "Clear credentials" });
    await answer.waitFor();
    const isReached = await answer.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isReached).toBe(true);
  });

  it("loads the web font for a Cyrillic name", async () => {
    const { page, card } = await openTab("accounts", { own: [bluesky("Зимска колекција")] });
    await card("Зимска колекција").waitFor();
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status }) => status === "loaded")
          .some(({ unicodeRange }) => /U\+0?400-45F/i.test(unicodeRange)),
      );
    await expect.poll(loaded, patiently).toBe(true);
  });
});

describe("A post published directly", () => {
  it("goes out on every active account after a confirmation", async () => {
    const { page, form, forgive } = await openTab("direct", {
      own: [bluesky("zima"), bluesky("leto", "wrong")],
    });
    forgive(refusals);
    const publish = form("Publish now");
    await publish.getByRole("button", { name: "Publish" }).click();
    await publish
      .getByRole("alert")
      .or(publish.getByText(/is required/))
      .first()
      .waitFor();
    await publish.getByLabel("Text content").fill("Zdravo, zima.");
    await publish.getByRole("button", { name: "Publish" }).click();
    const question = page.getByRole("alertdialog", { name: "Publish on 2 accounts?" });
    await question.waitFor();
    await expectAccessible(page);
    const letPublish = await refuse(page, /publishing\/publish/, "Not today.");
    await question.getByRole("button", { name: "Publish" }).click();
    await publish.getByText("Failed to publish. Check console for details.").waitFor();
    expect(await publish.getByLabel("Text content").inputValue()).toBe("Zdravo, zima.");
    await expectAccessibleUncovered(page);
    await letPublish();
    await publish.getByRole("button", { name: "Publish" }).click();
    await question.getByRole("button", { name: "Publish" }).click();
    const results = page.getByRole("list", { name: "Result per account" });
    await results.getByRole("link", { name: "View post" }).waitFor();
    expect(await results.getByRole("listitem").count()).toBe(2);
    await expectAccessibleUncovered(page);
  });
});

/** Forms that save settings of a group: the field to fill, the call's path, the error shown. */
const saves = [
  {
    tab: "mascot",
    title: "Mascot",
    button: "Save mascot",
    field: "Description",
    path: "mascot",
    failure: "Failed to save mascot settings.",
    setting: "ai_mascot_description",
    given: "Лисица у џемперу",
    theirs: "Лисица у шалу",
  },
  {
    tab: "settings",
    title: "Media and logo",
    button: "Save settings",
    field: "Logo URL",
    path: "",
    failure: "Failed to save settings.",
    setting: "logo_url",
    given: "/media/sandbox/0ookwi2.svg",
    theirs: "/media/sandbox/0ookwi2.svg?theirs",
  },
  {
    tab: "settings",
    title: "Proxy",
    button: "Save proxy",
    field: "Proxy server",
    path: "proxy",
    failure: "Failed to save proxy settings.",
    setting: "proxy_server",
    given: "http://proxy.example.com:8080",
    theirs: "http://theirs.example.com:8080",
  },
] as const;

describe("The settings of a group", () => {
  it.each(saves)("are saved: $title", async ({ tab, title, button, field, path, ...of }) => {
    const { page, id, form, forgive, group, newTab } = await openTab(tab);
    forgive(refusals);
    await expectAccessible(page);
    const typed = form(title).getByLabel(field);
    await typed.fill(of.given);
    const calls = new RegExp(`account-groups/${id}${path && `/${path}`}$`);
    const letSave = await refuse(page, calls, "Not today.");
    await form(title).getByRole("button", { name: button }).click();
    await form(title).getByText(of.failure).waitFor();
    expect(await typed.inputValue()).toBe(of.given);
    await expectAccessible(page);
    await letSave();

    // Another tab saves first.
    const other = await newTab();
    await other.goto(`/dashboard/config?tab=${tab}&group=${id}`);
    const theirs = other.getByRole("form", { name: title });
    await theirs.getByLabel(field).fill(of.theirs);
    await theirs.getByRole("button", { name: button }).click();
    await expect.poll(async () => (await group())?.[of.setting], patiently).toBe(of.theirs);
    await page.bringToFront();
    await form(title).getByRole("button", { name: button }).click();
    const question = page.getByRole("dialog", { name: "The settings have changed on the server" });
    await question.getByRole("cell", { name: of.theirs }).waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Overwrite" }).click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(async () => (await group())?.[of.setting], patiently).toBe(of.given);
  });

  it("ask before typed text is left", async () => {
    const { page, form } = await openTab("mascot");
    const typed = form("Mascot").getByLabel("Description");
    await typed.fill("Лисица у џемперу");
    await page.getByRole("tab", { name: "Settings", exact: true }).click();
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(await typed.inputValue()).toBe("Лисица у џемперу");
  });
});
