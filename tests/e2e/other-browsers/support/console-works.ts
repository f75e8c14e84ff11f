import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type RunningConsole, startConsole } from "../../support/console";
import { patiently } from "../../support/uncovered";
import type { Driver } from "./driver";
import { type InputDevice, inputOn, type Place } from "./input-device";

type Row = { readonly id: number };
type Named = Row & { readonly name: string };
type Queued = Row & { readonly text_content: string; readonly updated_at: string };

/** Longer than two lines of any column, within the limit of its platform. */
const long =
  "Zima stiže u petak: jakne, dukserice, čarape i šalovi čekaju na policama od devet ujutru, a prvih sto kupaca dobija toplu čokoladu.";
const longName = "Dnevna inspiracija uz čaj, knjigu, ćebe i vunene čarape za duge zimske večeri";

/**
 * Walks through the console in one window of a browser: what an operator does every day, each
 * effect counted on the server. The steps follow each other; a failed one may fail the rest.
 */
export function describeConsole(start: () => Promise<Driver>) {
  let running: RunningConsole;
  let driver: Driver;
  let input: InputDevice;
  let group: number;
  let category: number;
  let heard = 0;
  const forgiven: RegExp[] = [];

  beforeAll(async () => {
    // A post goes out 3 s after its approval.
    running = await startConsole({ speed: 200 });
    driver = await start();
    input = inputOn(driver);
    console.info(`The browser is ${driver.version}.`);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") {
      console.info(await driver.run(() => `${location.href}\n${document.body.textContent}`));
    }
    const complaints = driver.complaints().slice(heard);
    heard += complaints.length;
    expect(complaints.filter((text) => !forgiven.some((it) => it.test(text)))).toEqual([]);
  });
  afterAll(() => Promise.all([driver?.close(), running?.stop()]));

  const goTo = (path: string) => driver.goTo(`${running.address}${path}`);
  const groups = () => running.read<Named[]>("publishing/account-groups");
  const queued = () =>
    running.read<Queued[]>("publishing/content-queue?status=pending_approval&limit=100");

  /** A post that waits for approval, with this text. */
  async function addPost(category: number, text_content: string) {
    const known = (await queued()).map(({ id }) => id);
    const fresh = async () => (await queued()).filter(({ id }) => !known.includes(id));
    await running.write(`admin/content-generation/trigger/${category}?num_posts=1&type=text`);
    await expect.poll(async () => (await fresh()).length, patiently).toBe(1);
    const [post] = await fresh();
    if (!post) throw new Error("There is no post.");
    const { updated_at } = await running.read<Queued>(`publishing/content-queue/${post.id}`);
    await running.change(`publishing/content-queue/${post.id}`, {
      text_content,
      expected_updated_at: updated_at,
    });
    return post.id;
  }

  /** Expects every text that is cut to be as high as its lines, and one of them to be longer. */
  async function expectCut() {
    const texts = await driver.run(() =>
      [...document.querySelectorAll("body *")].flatMap((part) => {
        const { webkitLineClamp, lineHeight } = getComputedStyle(part);
        const lines = Number.parseInt(webkitLineClamp, 10);
        if (!lines || part.clientHeight === 0) return [];
        const height = Math.round(part.clientHeight / Number.parseFloat(lineHeight));
        return { text: part.textContent, tooHigh: height > lines, cut: height >= lines };
      }),
    );
    expect(texts.filter(({ tooHigh }) => tooHigh)).toEqual([]);
    expect(texts.filter(({ cut }) => cut).length).toBeGreaterThan(0);
  }

  it("signs an operator in", async () => {
    await goTo("/dashboard");
    await input.click({ role: "link", name: "Login with Discord" });
    await input.click({ role: "button", name: "Continue as Administrator" });
    await input.find({ role: "navigation", name: "Main" });
    await input.find({ role: "button", name: "New Group" });
    await input.settled();
    expect(await driver.run(() => location.href)).not.toContain("token");
  });

  it("opens and closes a dialog, and creates one group by two presses", async () => {
    const opener: Place = { role: "button", name: "+ New Group" };
    const dialog: Place = { role: "dialog", name: "Create New Group" };
    await input.click(opener);
    await input.find(dialog);
    await driver.press("Escape");
    await input.gone(dialog);
    await expect.poll(input.focused, patiently).toBe("+ New Group");
    await input.click(opener);
    const name: Place = { role: "textbox", name: /^Group Name/, within: dialog };
    await input.write(name, "Zimska kolekcija");
    await input.doubleClick({ role: "button", name: "Create Group", within: dialog });
    await input.gone(dialog);
    await input.find({ role: "button", name: "Zimska kolekcija" });
    const [made, ...others] = await groups();
    expect([made?.name, others]).toEqual(["Zimska kolekcija", []]);
    group = made?.id ?? 0;
  });

  it("shows the four screens", async () => {
    await running.write(`publishing/account-groups/${group}/accounts`, {
      platform_type: "bluesky",
      platform_username: "zimska.bsky.social",
      credentials: { identifier: "zimska.bsky.social", password: "abcd-efgh-ijkl-mnop" },
    });
    for (const [screen, region] of [
      ["Content Library", "Generation Status"],
      ["Dashboard", undefined],
      ["Publishing", "Content Approval Queue"],
      ["Configuration", "Product Catalog Manager"],
    ] as const) {
      const navigation: Place = { role: "navigation", name: "Main" };
      await input.click({ role: "link", name: screen, within: navigation });
      await input.find({ role: "heading", name: new RegExp(`^${screen}`) });
      if (region) await input.find({ role: "region", name: region });
      await input.settled();
    }
  });

  it("finds a screen in the command palette", async () => {
    await driver.press("Control+k");
    const palette: Place = { role: "dialog", name: "Search or jump to…" };
    await input.find({ role: "option", name: /^Publishing/, within: palette });
    await driver.type("publishing");
    await input.find({ role: "option", name: /^Publishing/, within: palette });
    await driver.press("Enter");
    await input.gone(palette);
    await input.find({ role: "heading", name: /^Publishing/ });
  });

  const region = (name: string): Place => ({ role: "region", name });
  it("approves a post once by two presses, and publishes it once", async () => {
    const made = await running.write<Row>(`publishing/account-groups/${group}/categories`, {
      name: longName,
      category_type: "evergreen",
      image_posts_per_day: 0,
      video_posts_per_day: 0,
      text_posts_per_day: 1,
      daily_generation_active: false,
    });
    category = made.id;
    const post = await addPost(category, long);
    await goTo(`/dashboard/publishing?tab=text&group=${group}`);
    const queue = region("Content Approval Queue");
    await input.doubleClick({ role: "button", name: "Approve", within: queue });
    await input.gone({ role: "button", name: "Approve", within: queue });
    await expect.poll(() => running.published(), { timeout: 30_000 }).toBe(1);
    const approvals = new RegExp(`/content-queue/${post}/approve(\\?|$)`);
    expect(running.proxy.seen("POST", approvals)).toHaveLength(1);
    await input.click({ role: "button", name: /^Refresh now/ });
    await input.find({
      role: "listitem",
      text: long.slice(0, 30),
      within: region("Recently Published"),
    });
    expect(await running.published()).toBe(1);
  });

  it("cuts long texts after two lines", async () => {
    const later = await addPost(category, long);
    const due = new Date(Date.now() + 20 * 3_600_000);
    await running.write(
      `publishing/content-queue/${later}/approve?publish_at=${due.toISOString()}`,
    );
    const day = [due.getFullYear(), due.getMonth() + 1, due.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
    await goTo(`/dashboard/content?group=${group}`);
    await input.find({ role: "rowheader", name: longName });
    await expectCut();
    await goTo(`/dashboard/publishing?tab=text&view=calendar&week=${day}&group=${group}`);
    const calendar = region("Upcoming Scheduled Posts");
    await input.find({ role: "listitem", text: long.slice(0, 30), within: calendar });
    await expectCut();
    await goTo(`/dashboard/dashboard?group=${group}`);
    await input.find({ role: "row", text: long.slice(0, 30) });
    await expectCut();
  });

  it("imports subscribers from a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "subscribers-"));
    const file = join(folder, "lista.csv");
    await writeFile(
      file,
      "e1@primer.example.com,Đorđe\r\ne2@primer.example.com,Šćepan\r\nnije\r\n",
    );
    await goTo(`/dashboard/config?tab=newsletter&group=${group}`);
    await input.click({ role: "button", name: "Import CSV" });
    const dialog: Place = { role: "dialog", name: "Import subscribers" };
    await input.find(dialog);
    await driver.chooseFile('[role="dialog"] input[type="file"]', file);
    await input.click({ role: "button", name: "Import 2 subscribers", within: dialog });
    await input.find({ role: "button", name: "Remove e2@primer.example.com" });
    const stored = await running.read<{ email: string; name: string | null }[]>(
      `admin/newsletter/subscribers/${group}`,
    );
    expect(stored.map(({ email, name }) => [email, name]).toSorted()).toEqual([
      ["e1@primer.example.com", "Đorđe"],
      ["e2@primer.example.com", "Šćepan"],
    ]);
    await rm(folder, { recursive: true });
  });

  it("previews a mail in a frame without an origin and without a network", async () => {
    await goTo(`/dashboard/config?tab=newsletter&group=${group}`);
    await input.click({ role: "button", name: "Insert starter template" });
    const inFrame = <R>(script: () => R | Promise<R>) => driver.runInFrame("Mail preview", script);
    await expect
      .poll(() => inFrame(() => document.body?.textContent ?? ""), patiently)
      .toContain("Zdravo, Milica!");
    const images = () => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length;
    await expect.poll(() => inFrame(images), patiently).toBe(3);
    expect(await inFrame(() => self.origin)).toBe("null");
    forgiven.push(/connect-src|Content.Security.Policy.*healthz|healthz/);
    const reach = () =>
      fetch("/healthz").then(
        () => "reached",
        () => "refused",
      );
    expect(await inFrame(reach)).toBe("refused");
  });
}
