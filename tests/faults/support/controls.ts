import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Endpoint } from "@/shared/api/endpoint";
import { productApi } from "../../../server/http/api";
import type { RunningConsole } from "../../e2e/support/console";
import { entry, region } from "../../e2e/support/screen";

/** A control on the screen, ready to be pressed, and the effect of one press. */
export type Shown = {
  readonly target: Locator;
  /** The key to press on it; if absent, it is clicked. */
  readonly key?: string;
  /** The number of commands that one press sends; by default one. */
  readonly effects?: number;
  /** Counts the affected records on the server, past the browser. */
  readonly count?: () => Promise<number>;
  /** The expected growth of that count; by default `effects`. */
  readonly grows?: number;
};

export type Control = {
  /** The endpoint that it calls: 'groups.create'. */
  readonly of: string;
  readonly name: string;
  readonly show: (stage: Stage) => Promise<Shown>;
};

/** The context of one control: an operator's page and a group of the control's own. */
export type Stage = ReturnType<typeof stageOf>;

type Row = { readonly id: number };
type Named = Row & { readonly name: string };
type Text = { readonly text_content: string };
type Queued = Row & Text;
type Scheduled = { readonly content_queue_item: Row };
type Item = Row & { readonly last_used_at: string | null };

const imageUrl = "/media/sandbox/31.svg";

/** Every endpoint of the product that is not a read. */
export const writingEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(productApi).flatMap(([slice, calls]) =>
    Object.entries(calls)
      .filter(([, { method }]) => method !== "GET")
      .map(([name, call]): [string, Endpoint] => [`${slice}.${name}`, call]),
  ),
);

let names = 0;
/** Returns a unique name. */
const fresh = (name: string) => `${name} ${++names}`;

export function stageOf(running: RunningConsole, page: Page) {
  const once = new Map<string, Promise<unknown>>();
  const { read, write } = running;

  /** Prepares records for the first press; later presses reuse them. */
  function first<T>(name: string, prepare: () => Promise<T>): Promise<T> {
    const known = once.get(name) ?? prepare();
    once.set(name, known);
    // Under each name the map holds the result of its own `prepare`.
    return known as Promise<T>;
  }

  const newGroup = async () =>
    (await write<Row>("publishing/account-groups", { name: fresh("Grupa"), description: null })).id;
  const newCategory = async (group: number, daily = false) => {
    const name = fresh("Kategorija");
    const { id } = await write<Row>(`publishing/account-groups/${group}/categories`, {
      name,
      category_type: "evergreen",
      image_posts_per_day: 1,
      video_posts_per_day: 0,
      text_posts_per_day: 1,
      daily_generation_active: daily,
    });
    return { id, name };
  };
  const newAccount = async (group: number, password = "good") => {
    const name = fresh("nalog").replace(" ", ".");
    const { id } = await write<Row>(`publishing/account-groups/${group}/accounts`, {
      platform_type: "bluesky",
      platform_username: name,
      credentials: { identifier: "zima", password },
    });
    return { id, name };
  };
  const newIntegration = async (group: number, platform: string, credentials: object) => {
    const name = platform === "shopify" ? `${crypto.randomUUID()}.myshopify.com` : sender;
    const { id } = await write<Row>(`publishing/account-groups/${group}/integrations`, {
      platform,
      store_name: name,
      credentials,
    });
    return { id, name };
  };

  return {
    running,
    page,
    first,
    newGroup,
    newCategory,
    newAccount,
    group: () => first("group", newGroup),
    newShop: (group: number) =>
      newIntegration(group, "shopify", { api_key: "a", password: "b", webhook_secret: "c" }),
    newMailService: (group: number) =>
      newIntegration(group, "amazon_ses", {
        aws_access_key_id: "a",
        aws_secret_access_key: "b",
        aws_region: "eu-central-1",
      }),
    newItem: async (category: number, image: string | null = null) => {
      const text = fresh("Sadržaj broj");
      const path = `publishing/categories/${category}/items`;
      const { id } = await write<Row>(path, { text_content: text, image_url: image });
      return { id, text };
    },
    /** Returns a function that counts the entries of a list. */
    sizeOf: (path: string) => async () => (await read<unknown[]>(path)).length,
    config: (tab: string, group: number, more = "") =>
      page.goto(`${running.address}/dashboard/config?tab=${tab}&group=${group}${more}`),
    go: (path: string) => page.goto(`${running.address}/dashboard/${path}`),
    form: (name: string) => page.getByRole("form", { name, exact: true }),
    question: (name?: RegExp) => page.getByRole("alertdialog", { ...(name && { name }) }),
    /** The entry of the open tab that has such a heading. */
    card: (name: string) =>
      page
        .getByRole("tabpanel")
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name, exact: true }) }),
  };
}

const sender = "novosti@zima.example.com";

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: typeof name === "string" });

async function fill(form: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
}

/** Makes each press on an element drop the same file on it, as no press of a test can choose one. */
function dropWhenPressed(element: Element, name: string) {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const file = new File([png, name], `${name}.png`, { type: "image/png" });
  const drop = () => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    const how = { bubbles: true, cancelable: true, dataTransfer };
    element.dispatchEvent(new DragEvent("drop", how));
  };
  element.addEventListener("click", drop);
  element.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Enter") return;
    // It would send the form as well.
    event.preventDefault();
    drop();
  });
}

const control = (of: string, name: string, show: Control["show"]): Control => ({ of, name, show });

/** A form on a configuration tab that saves settings of a group. */
const groupForm = (of: string, tab: string, title: string, name: string, fields: () => object) =>
  control(of, name, async ({ config, group, form }) => {
    await config(tab, await group());
    await fill(form(title), { ...fields() });
    return { target: button(form(title), name) };
  });

/** An action in an account's menu. */
const accountAct = (of: string, name: string, platform: "bluesky" | "tiktok" = "bluesky") =>
  control(of, name, async ({ running, page, config, group, newAccount, first, card }) => {
    const id = await group();
    const account = await first("account", async () => {
      if (platform === "bluesky") return newAccount(id);
      const name = fresh("nalog");
      const body = { platform_type: platform, platform_username: name, credentials: {} };
      await running.write(`publishing/account-groups/${id}/accounts`, body);
      return { name };
    });
    await config("accounts", id);
    await button(card(account.name), "Actions").click();
    return { target: page.getByRole("menuitem", { name }) };
  });

/** An action in an account's menu that asks for a confirmation. */
const accountQuestion = (of: string, name: string, grows?: number) =>
  control(of, name, async ({ page, config, group, newAccount, card, question, sizeOf }) => {
    const id = await group();
    const account = await newAccount(id);
    await config("accounts", id);
    await button(card(account.name), "Actions").click();
    await page.getByRole("menuitem", { name }).click();
    return {
      target: button(question(), name),
      ...(grows && { grows, count: sizeOf(`publishing/account-groups/${id}/accounts`) }),
    };
  });

/** A separately saved form of a category. */
const categoryPart = (title: string, name: string, type: (form: Locator) => Promise<void>) =>
  control("categories.change", name, async ({ config, group, newCategory, form }) => {
    const id = await group();
    const category = await newCategory(id);
    await config("evergreen", id, `&category=${category.id}`);
    await type(form(title));
    return { target: button(form(title), name) };
  });

/**
 * An action in the menu of a content item: a new image, a video made of it, or one that was
 * published.
 */
const itemAct = (
  of: string,
  name: string,
  kind: "image" | "video" | "used",
  more: (counts: { size: () => Promise<number>; used: () => Promise<number> }) => Partial<Shown>,
) =>
  control(of, name, async (stage) => {
    const { running, page, go, group, first, newCategory, newItem, newAccount, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    const account = await first("account", () => newAccount(id));
    const item = await newItem(category.id, imageUrl);
    const path = `publishing/content-items/${item.id}`;
    if (kind === "video") await running.write(`${path}/convert-to-video`);
    if (kind === "used") {
      await running.write(`${path}/post-now`, { social_account_ids: [account.id] });
    }
    const active = kind === "video" ? "&media=video&status=active" : "";
    await go(`content?group=${id}&category=${category.id}${active}`);
    await button(entry(poolOf(page), item.text), "Actions").click();
    const items = `publishing/categories/${category.id}/items?limit=1000`;
    return {
      target: page.getByRole("menuitem", { name, exact: true }),
      ...more({
        size: sizeOf(items),
        used: async () =>
          (await running.read<Item[]>(items)).filter(({ last_used_at }) => last_used_at).length,
      }),
    };
  });

const poolOf = (page: Page) => region(page, "Evergreen Content Pool");

/** Opens the 'Post now' dialog of a new item, with these accounts selected. */
async function openPostNow(stage: Stage, accounts: readonly { name: string }[], id: number) {
  const { page, go, first, newCategory, newItem } = stage;
  const category = await first("category", () => newCategory(id));
  const item = await newItem(category.id);
  await go(`content?group=${id}&category=${category.id}&post-now=${item.id}`);
  const dialog = page.getByRole("dialog", { name: "Post now" });
  for (const { name } of accounts) {
    await dialog.getByRole("checkbox", { name: new RegExp(name) }).check();
  }
  return dialog;
}

/** Requests posts of a category, whose quota is one image and one text a day. */
const generation = (
  of: string,
  name: string,
  { isRow, grows, isNew = false }: { isRow: boolean; grows: number; isNew?: boolean },
) =>
  control(of, name, async (stage) => {
    const { running, page, go, newGroup, group, first, newCategory } = stage;
    const id = isNew ? await newGroup() : await group();
    const prepare = () => newCategory(id, true);
    const category = await (isNew ? prepare() : first("category", prepare));
    await go(`content?group=${id}`);
    const status = region(page, "Generation Status");
    const row = status.getByRole("row").filter({ hasText: category.name });
    await row.waitFor();
    return {
      target: button(isRow ? row : status, name),
      count: async () =>
        (await pendingIn(running)).filter((item) => item.category_name === category.name).length,
      grows,
    };
  });

const pendingIn = ({ read }: RunningConsole) =>
  read<(Queued & { category_name: string })[]>(
    "publishing/content-queue?status=pending_approval&limit=1000",
  );

/** Opens the approval queue with at least so many posts, all of this control's own category. */
async function openQueue(stage: Stage, atLeast: number) {
  const { running, page, go, group, first, newCategory, newAccount } = stage;
  const id = await group();
  const category = await first("category", () => newCategory(id));
  await first("account", () => newAccount(id));
  const own = async () =>
    (await pendingIn(running)).filter((item) => item.category_name === category.name);
  if ((await own()).length < atLeast) {
    const path = `admin/content-generation/trigger/${category.id}?num_posts=12&type=text`;
    await running.write(path);
    await expect.poll(async () => (await own()).length).toBeGreaterThanOrEqual(12);
  }
  for (const item of await pendingIn(running)) {
    if (item.category_name !== category.name) {
      await running.write(`publishing/content-queue/${item.id}/reject`);
    }
  }
  await go("publishing?tab=text");
  const queue = region(page, "Content Approval Queue");
  const items = await own();
  const cards = items.slice(0, atLeast).map((item) => queue.locator(`[data-post="${item.id}"]`));
  for (const card of cards) await card.waitFor();
  const ids = new Set(items.map((item) => item.id));
  return {
    queue,
    cards,
    /** Counts those that are scheduled: each goes to one account. */
    scheduled: async () =>
      (await running.read<Scheduled[]>("publishing/scheduled-posts?limit=1000")).filter((post) =>
        ids.has(post.content_queue_item.id),
      ).length,
    pending: async () => (await own()).length,
  };
}

/** One decision of the queue, by button, by key and for several at once. */
const decisions = (of: string, name: "Approve" | "Reject", key: string): readonly Control[] => {
  const counts = (opened: Awaited<ReturnType<typeof openQueue>>, many: number) =>
    name === "Approve"
      ? { count: opened.scheduled, grows: many }
      : { count: opened.pending, grows: -many };
  return [
    control(of, name, async (stage) => {
      const opened = await openQueue(stage, 2);
      return { target: button(opened.queue, name).first(), ...counts(opened, 1) };
    }),
    control(of, `key ${key}`, async (stage) => {
      const opened = await openQueue(stage, 2);
      const [card] = opened.cards;
      return { target: card ?? opened.queue, key, ...counts(opened, 1) };
    }),
    control(of, `${name} selected`, async (stage) => {
      const opened = await openQueue(stage, 3);
      for (const card of opened.cards.slice(0, 2)) await card.getByRole("checkbox").check();
      return {
        target: button(opened.queue, `${name} selected`),
        effects: 2,
        ...counts(opened, 2),
      };
    }),
  ];
};

/** An account on X, as the queue names it. */
const onX = {
  social_account_id: 1_000_000,
  platform_type: "x_twitter",
  platform_username: "zima",
  why: null,
  publish_at: null,
};

/**
 * Opens a card whose post is 13 characters too long for X and presses its plain Approve: the card then
 * shows these buttons.
 *
 * @param shownOn changes the accounts that the console reads. The server refuses an approval on all of
 *   them if it knows others.
 */
const stopped = (name: string, shownOn: (accounts: readonly object[]) => readonly object[]) =>
  control("queue.approve", name, async (stage) => {
    const { running, page } = stage;
    const { cards, queue, scheduled } = await openQueue(stage, 1);
    running.proxy.rule(({ path }) => path.includes("/content-queue?"), {
      kind: "rewrite",
      change: (items) =>
        (items as (Queued & { goes_out_on?: object[] })[]).map((item) => ({
          ...item,
          text_content: "a".repeat(293),
          goes_out_on: shownOn(item.goes_out_on ?? []),
        })),
    });
    // Otherwise the text has changed since it was shown, and the console asks first.
    await page.reload();
    const [card = queue] = cards;
    await button(card, "Approve").click();
    return { target: button(card, name), count: scheduled };
  });

/** Schedules a post of a new group on so many accounts for a far day, and chooses from its menu. */
async function askAboutPost(stage: Stage, item: string, many = 1) {
  const { running, page, go, newGroup, newAccount, newCategory } = stage;
  const group = await newGroup();
  const account = await newAccount(group);
  for (let more = 1; more < many; more += 1) await newAccount(group);
  const category = await newCategory(group);
  const own = async () =>
    (await pendingIn(running)).find(({ category_name }) => category_name === category.name);
  await running.write(`admin/content-generation/trigger/${category.id}?num_posts=1&type=text`);
  await expect.poll(own).toBeDefined();
  const queued = await own();
  const far = "2100-01-01T08:00:00.000Z";
  await running.write(`publishing/content-queue/${queued?.id}/approve?publish_at=${far}`);
  await go(`publishing?tab=text&of=group&group=${group}`);
  const on = many === 1 ? `Bluesky ${account.name}` : `all ${many} accounts`;
  const name = `Actions for post on ${on}`;
  await button(region(page, "Upcoming Scheduled Posts"), name).click();
  await page.getByRole("menuitem", { name: item }).click();
  const posts = async () =>
    running.read<{ publish_at: string }[]>(
      `publishing/scheduled-posts?group_id=${group}&limit=1000`,
    );
  return {
    /** The number of accounts on which it is scheduled. */
    isScheduled: async () => (await posts()).length,
    /** The number of accounts on which it is due at another time, or has gone out. */
    isMoved: async () =>
      many - (await posts()).filter(({ publish_at }) => publish_at === far).length,
  };
}

/** Creates failed posts, each on an account of its own: after refused credentials it takes no second post. */
async function fail(stage: Stage, many: number) {
  const { running, group, newAccount } = stage;
  const id = await group();
  const texts = Array.from({ length: many }, () => fresh("Neuspelo broj"));
  for (const text_content of texts) {
    await newAccount(id, "wrong");
    await running.write("publishing/publish", {
      account_group_id: id,
      text_content,
      image_url: null,
    });
  }
  return texts;
}

/** The controls of a list with one dialog: the templates, and the products. */
const catalog = (
  slice: "memeTemplates" | "products",
  title: string,
  path: string,
  noun: "Template" | "Product",
  formName: string,
  fields: Readonly<Record<string, string>>,
  body: object,
): readonly Control[] => {
  const label = slice === "products" ? "Product name" : "Name";
  const kind = slice === "products" ? "product" : "template";
  /** Opens the section at the card of a new record. */
  const added = async ({ running, page, go }: Stage) => {
    const name = fresh("Zimski šal");
    const { id } = await running.write<Row>(path, { name, ...body });
    await go(`config?${kind}=${id}`);
    return { name, card: entry(region(page, title), name) };
  };
  return [
    control(`${slice}.add`, `Create ${noun}`, async (stage) => {
      const form = stage.form(formName);
      await stage.go("config");
      await button(region(stage.page, title), `Add ${kind}`).click();
      await fill(form, { [label]: fresh("Zimski šal"), ...fields });
      return { target: button(form, `Create ${noun}`), count: stage.sizeOf(path) };
    }),
    control(`${slice}.update`, `Update ${noun}`, async (stage) => {
      const form = stage.form(formName);
      const { name, card } = await added(stage);
      await button(card, "Edit").click();
      await stage.page.getByRole("heading", { name: `Editing "${name}"` }).waitFor();
      await fill(form, { [label]: fresh("Letnji šal") });
      return { target: button(form, `Update ${noun}`), count: stage.sizeOf(path), grows: 0 };
    }),
    control(`${slice}.remove`, "Delete", async (stage) => {
      const { card } = await added(stage);
      await button(card, "Delete").click();
      return {
        target: button(stage.question(), "Delete"),
        count: stage.sizeOf(path),
        grows: -1,
      };
    }),
  ];
};

/** An integration that is added through a form of its own. */
const integration = (name: string, fields: () => Readonly<Record<string, string>>) =>
  control("integrations.add", name, async ({ config, group, form, sizeOf }) => {
    const id = await group();
    await config("integrations", id);
    await fill(form(name), fields());
    return {
      target: button(form(name), name),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
    };
  });

const facebookToken = "EAAGsandbox1234567890token";

const newsletter = {
  is_active: false,
  sender_email: sender,
  subject_template: "Ponuda nedelje",
  mjml_template:
    "<mjml><mj-body><mj-section><mj-column><mj-text>Zdravo!</mj-text></mj-column></mj-section></mj-body></mjml>",
};

async function openNewsletter(stage: Stage) {
  const { running, group, first, newMailService, config } = stage;
  const id = await group();
  await first("newsletter", async () => {
    const service = await newMailService(id);
    const body = { ...newsletter, integration_id: service.id };
    await running.replace(`admin/newsletter/settings/${id}`, body);
  });
  await config("newsletter", id);
  return id;
}

const saleSettings = {
  is_active: true,
  rotator_count: 6,
  rotator_no_change_count: 3,
  print_count: 2,
  cooldown_days: 14,
  rotator_discount_percent: 20,
  print_discount_percent: 15,
  sale_tag: "sale",
};

/** Opens the sale rotator of a new group, which has a shop of its own. */
async function openSale({ running, page, newGroup, newShop, config }: Stage) {
  const id = await newGroup();
  await newShop(id);
  await running.replace(`admin/sale-rotator/settings/${id}`, saleSettings);
  await config("accounts", id, "#sale-rotator");
  return region(page, "Automated Weekly Sale Rotator");
}

/** Opens the same, with a confirmed run that waits for its first step. */
async function openRun(stage: Stage) {
  const part = await openSale(stage);
  await button(part, "Confirmed Live Run").click();
  const run = stage.page.getByRole("dialog", { name: "Confirmed Live Run" });
  await run.getByText(/^0 of \d+ done$/).waitFor();
  return { part, run };
}

/** Every control of the console that writes. */
export const controls: readonly Control[] = [
  control("media.upload", "Upload", async ({ go, form }) => {
    await go("config?dialog=product");
    await form("Product").locator('input[type="file"]').waitFor();
    const target = form("Product").getByLabel("Product image URL", { exact: true });
    await target.evaluate(dropWhenPressed, fresh("slika"));
    return { target };
  }),
  control("groups.create", "Create Group", async ({ page, go, sizeOf }) => {
    await go("config");
    await button(page, "+ New Group").click();
    const dialog = page.getByRole("dialog", { name: "Create New Group" });
    await dialog.getByLabel("Group Name").fill(fresh("Nova grupa"));
    return {
      target: button(dialog, "Create Group"),
      count: sizeOf("publishing/account-groups"),
    };
  }),
  groupForm("groups.change", "settings", "Media and logo", "Save settings", () => ({
    "Logo URL": fresh("/logo/zima.png?").replace(" ", ""),
  })),
  groupForm("groups.setMascot", "mascot", "Mascot", "Save mascot", () => ({
    Description: fresh("Lisica u džemperu"),
  })),
  groupForm("groups.setProxy", "settings", "Proxy", "Save proxy", () => ({
    "Proxy server": `${fresh("http://proxy").replace(" ", "-")}.example.com`,
  })),

  control("groups.testProxy", "Test proxy", async ({ page, config, newGroup }) => {
    await config("settings", await newGroup());
    await page.getByLabel("Proxy server").fill("http://proxy.example.com:8080");
    await button(page, "Save proxy").click();
    return { target: button(page, "Test proxy") };
  }),

  groupForm("groups.setSlots", "settings", "Times", "Save times", () => {
    const minutes = Number(fresh("")) % 1440;
    const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
    return { Monday: `${two(minutes / 60)}:${two(minutes % 60)}` };
  }),
  groupForm("groups.rename", "settings", "Rename group", "Rename group", () => ({
    "Group Name": fresh("Preimenovana grupa"),
  })),
  control("groups.pause", "Pause publishing", async ({ page, config, newGroup, question }) => {
    await config("settings", await newGroup());
    await button(page, "Pause publishing").click();
    return { target: button(question(/^Pause publishing of/), "Pause publishing") };
  }),
  control("groups.resume", "Resume publishing", async (stage) => {
    const { running, page, config, newGroup, question } = stage;
    const id = await newGroup();
    await running.write(`publishing/account-groups/${id}/pause`);
    await config("settings", id);
    await button(page, "Resume publishing").click();
    return { target: button(question(/^Resume publishing of/), "Resume publishing") };
  }),
  control("groups.remove", "Delete group", async ({ running, page, config, newGroup, sizeOf }) => {
    const id = await newGroup();
    const all = await running.read<Named[]>("publishing/account-groups");
    await config("settings", id);
    await button(page, "Delete group…").click();
    const dialog = page.getByRole("dialog", { name: /^Delete / });
    await fill(dialog, {
      "Type the group's name to confirm": all.find((group) => group.id === id)?.name ?? "",
    });
    return {
      target: button(dialog, "Delete group"),
      count: sizeOf("publishing/account-groups"),
      grows: -1,
    };
  }),

  control("accounts.add", "Add account", async ({ config, group, form, sizeOf }) => {
    const id = await group();
    await config("accounts", id, "&dialog=add-account");
    await form("Add account").getByLabel("Platform").selectOption("bluesky");
    await fill(form("Add account"), {
      Username: fresh("nalog"),
      Identifier: "zima",
      "App password": "good",
    });
    return {
      target: button(form("Add account"), "Add account"),
      count: sizeOf(`publishing/account-groups/${id}/accounts`),
    };
  }),
  accountAct("accounts.test", "Test credentials"),
  control("accounts.test", "Test all", async ({ page, config, group, first, newAccount }) => {
    const id = await group();
    await first("accounts", async () => {
      for (const _ of [1, 2, 3]) await newAccount(id);
    });
    await config("accounts", id);
    return { target: button(page, "Test all"), effects: 3 };
  }),
  accountAct("accounts.backfillPerformance", "Backfill performance"),
  accountAct("accounts.testPerformanceFetch", "Test performance fetch"),
  accountAct("accounts.primeSession", "Prime session", "tiktok"),
  control("accounts.setCredentials", "Update credentials", async (stage) => {
    const { page, config, group, first, newAccount, card } = stage;
    const id = await group();
    const account = await first("account", () => newAccount(id));
    await config("accounts", id);
    await button(card(account.name), "Actions").click();
    await page.getByRole("menuitem", { name: "Update credentials" }).click();
    const dialog = page.getByRole("dialog", { name: `Update credentials of ${account.name}` });
    await fill(dialog, { Identifier: "zima", "App password": fresh("good") });
    return { target: button(dialog, "Update credentials") };
  }),
  accountQuestion("accounts.clearCredentials", "Clear credentials"),
  accountQuestion("accounts.remove", "Delete account", -1),

  control("categories.add", "Add category", async ({ config, group, form, sizeOf }) => {
    const id = await group();
    await config("evergreen", id, "&dialog=add-category");
    await fill(form("Add category"), { Name: fresh("Nova kategorija") });
    return {
      target: button(form("Add category"), "Add category"),
      count: sizeOf(`publishing/account-groups/${id}/categories`),
    };
  }),
  control("categories.remove", "Delete category", async (stage) => {
    const { page, config, group, newCategory, question, sizeOf } = stage;
    const id = await group();
    const category = await newCategory(id);
    await config("evergreen", id, `&category=${category.id}`);
    await button(page, "Delete category").click();
    return {
      target: button(question(/^Delete the category/), "Delete category"),
      count: sizeOf(`publishing/account-groups/${id}/categories`),
      grows: -1,
    };
  }),
  categoryPart("Category settings", "Save category", (form) =>
    fill(form, { "Category prompt": fresh("Piši toplo") }),
  ),
  categoryPart("Reddit settings", "Save Reddit settings", (form) =>
    form.getByLabel("Subreddits").fill("serbia"),
  ),
  categoryPart("Enabled platforms", "Save platforms", async (form) => {
    await form.getByRole("checkbox", { name: "All active platforms" }).uncheck();
    await form.getByRole("checkbox", { name: "Bluesky" }).check();
  }),

  control("content.add", "Create item", async (stage) => {
    const { page, go, group, first, newCategory, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    await go(`content?group=${id}&category=${category.id}&dialog=new-item`);
    const dialog = page.getByRole("dialog", { name: "New content item" });
    await dialog.getByLabel("Text content").fill(fresh("Nov sadržaj"));
    return {
      target: button(dialog, "Create item"),
      count: sizeOf(`publishing/categories/${category.id}/items?limit=1000`),
    };
  }),
  control("content.edit", "Save item", async (stage) => {
    const { page, go, group, first, newCategory, newItem, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    const item = await newItem(category.id);
    await go(`content?group=${id}&category=${category.id}`);
    await button(entry(poolOf(page), item.text), "Actions").click();
    await page.getByRole("menuitem", { name: "Edit…", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Edit item" });
    await dialog.getByLabel("Text content").fill(fresh("Ispravljeno"));
    return {
      target: button(dialog, "Save item"),
      count: sizeOf("publishing/activity?kind=edited&limit=200"),
    };
  }),
  itemAct("content.convertToVideo", "Convert to video", "image", ({ size }) => ({ count: size })),
  itemAct("content.reconvertVideo", "Re-convert video", "video", ({ size }) => ({
    count: size,
    grows: 0,
  })),
  itemAct("content.clearLastUsed", "Mark as unused", "used", ({ used }) => ({
    count: used,
    grows: -1,
  })),
  control("content.postNow", "Post now", async (stage) => {
    const { running, group, first, newAccount } = stage;
    const id = await group();
    const account = await first("account", () => newAccount(id));
    const dialog = await openPostNow(stage, [account], id);
    return { target: button(dialog, "Post now"), count: running.published };
  }),
  control("content.postNow", "Retry failed only", async (stage) => {
    const { running, group, first, newAccount } = stage;
    const id = await group();
    const good = await first("account", () => newAccount(id));
    const bad = await first("bad account", () => newAccount(id, "wrong"));
    const dialog = await openPostNow(stage, [good, bad], id);
    await button(dialog, "Post now").click();
    return {
      target: button(dialog, "Retry failed only"),
      count: running.published,
      grows: 0,
    };
  }),
  control("content.remove", "Delete", async (stage) => {
    const { page, go, group, first, newCategory, newItem, question, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    const item = await newItem(category.id);
    await go(`content?group=${id}&category=${category.id}`);
    await button(entry(poolOf(page), item.text), "Actions").click();
    await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
    return {
      target: button(question(), "Delete"),
      count: sizeOf(`publishing/categories/${category.id}/items?limit=1000`),
      grows: -1,
    };
  }),
  control("content.publish", "Publish", async (stage) => {
    const { running, config, group, first, newAccount, form, question } = stage;
    const id = await group();
    await first("account", () => newAccount(id));
    await config("direct", id);
    await form("Publish now").getByLabel("Text content").fill(fresh("Zdravo, zima"));
    await button(form("Publish now"), "Publish").click();
    return { target: button(question(/^Publish on/), "Publish"), count: running.published };
  }),

  generation("generation.trigger", "Generate image post", { isRow: true, grows: 1 }),
  generation("generation.trigger", "Generate text post", { isRow: true, grows: 1 }),
  generation("generation.fillCategoryQuota", "Fill quota", { isRow: true, grows: 2, isNew: true }),
  generation("generation.triggerGroupQuota", "Generate image quota", { isRow: false, grows: 1 }),
  generation("generation.triggerGroupQuota", "Generate text quota", { isRow: false, grows: 1 }),
  generation("generation.fillGroupQuota", "Fill all quotas", {
    isRow: false,
    grows: 2,
    isNew: true,
  }),
  control("generation.generateAndApprove", "Generate and Approve", async (stage) => {
    const { running, page, go, group, first, newCategory, form } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    await go(`content?group=${id}`);
    await button(page, "Show AI Content Generator").click();
    const generator = form("AI Content Generator");
    const text = fresh("Šal koji greje");
    await generator.getByLabel("Content category").selectOption({ label: category.name });
    await generator.getByLabel("Post text").fill(text);
    const approved = "publishing/content-queue?status=approved&limit=1000";
    await button(generator, "Generate and Approve").click();
    return {
      target: button(stage.question(), "Generate and Approve"),
      count: async () =>
        (await running.read<Queued[]>(approved)).filter((item) => item.text_content === text)
          .length,
    };
  }),

  ...decisions("queue.approve", "Approve", "a"),
  ...decisions("queue.reject", "Reject", "r"),
  control("queue.approve", "Approve what has changed", async (stage) => {
    const opened = await openQueue(stage, 2);
    const [first = opened.queue, second = opened.queue] = opened.cards;
    const id = Number(await second.getAttribute("data-post"));
    const text = fresh("Sada piše nešto drugo");
    stage.running.proxy.rule(({ path }) => path.includes("/content-queue?"), {
      kind: "rewrite",
      change: (items) =>
        (items as Queued[]).map((item) =>
          item.id === id ? { ...item, text_content: text } : item,
        ),
    });
    // The rejection makes the console refetch the queue.
    await button(first, "Reject").click();
    await second.getByText(text).waitFor();
    await button(second, "Approve").click();
    return {
      target: button(stage.question(), "Approve"),
      count: opened.scheduled,
    };
  }),
  stopped("Leave out X", (accounts) => [...accounts, onX]),
  stopped("Approve anyway", (accounts) =>
    accounts.map((account) => ({ ...account, platform_type: "x_twitter" })),
  ),

  control("scheduler.publishNow", "Publish now", async (stage) => {
    const { isMoved } = await askAboutPost(stage, "Publish now…");
    return { target: button(stage.question(), "Publish now"), count: isMoved };
  }),
  control("scheduler.publishNow", "Publish now on two accounts", async (stage) => {
    const { isMoved } = await askAboutPost(stage, "Publish now…", 2);
    return { target: button(stage.question(), "Publish now"), count: isMoved, effects: 2 };
  }),
  ...[1, 2].map((many) =>
    control("scheduler.reschedule", `Reschedule on ${many}`, async (stage) => {
      const { isMoved } = await askAboutPost(stage, "Reschedule…", many);
      const dialog = stage.page.getByRole("dialog", { name: "Reschedule post" });
      await dialog.getByLabel("Publish at").fill("2099-01-01T10:00");
      return { target: button(dialog, "Reschedule"), count: isMoved, effects: many };
    }),
  ),
  control("scheduler.cancel", "Cancel post", async (stage) => {
    const { isScheduled } = await askAboutPost(stage, "Cancel post…");
    return { target: button(stage.question(), "Cancel post"), count: isScheduled, grows: -1 };
  }),
  control("queue.approve", "Approve…", async (stage) => {
    const opened = await openQueue(stage, 1);
    await button(opened.cards[0] ?? opened.queue, "Approve…").click();
    const dialog = stage.page.getByRole("dialog", { name: /^Approve post #/ });
    return { target: button(dialog, "Approve"), count: opened.scheduled };
  }),
  control("queue.edit", "Save", async (stage) => {
    const { cards, queue } = await openQueue(stage, 1);
    const [card = queue] = cards;
    await button(card, "Edit").click();
    await card.getByRole("textbox", { name: "Text" }).fill(fresh("Ispravljeno broj"));
    return { target: button(card, "Save") };
  }),
  control("queue.reopen", "Reopen", async (stage) => {
    const { queue, cards, pending } = await openQueue(stage, 1);
    const [card = queue] = cards;
    const id = await card.getAttribute("data-post");
    await button(card, "Reject").click();
    await queue.getByRole("radio", { name: "Rejected" }).check({ force: true });
    const rejected = queue.locator(`[data-post="${id}"]`);
    return { target: button(rejected, "Reopen"), count: pending };
  }),

  control("scheduler.retry", "Retry", async (stage) => {
    const [text = ""] = await fail(stage, 1);
    await stage.go("publishing?tab=text");
    const row = region(stage.page, "Failed Posts").getByRole("row").filter({ hasText: text });
    await button(row, "Retry").click();
    return { target: button(stage.question(/^Retry post #\d+\?$/), "Retry") };
  }),
  control("scheduler.retry", "Retry all", async (stage) => {
    await stage.running.write("admin/clear-failed-posts");
    await fail(stage, 3);
    await stage.go("publishing?tab=text");
    await button(region(stage.page, "Failed Posts"), "Retry all").click();
    const question = stage.question(/^Retry \d+ failed posts\?$/);
    const title = await question.getByRole("heading").textContent();
    return { target: button(question, "Retry all"), effects: Number(title?.match(/\d+/)?.[0]) };
  }),
  control("scheduler.runDailyPlanner", "Run daily planner", async ({ page, go, question }) => {
    await go("publishing");
    await button(region(page, "Maintenance"), "Run daily planner").click();
    return { target: button(question(), "Run daily planner") };
  }),
  control("failedWork.runAgain", "Run again", async ({ page, go, sizeOf }) => {
    await go("publishing");
    await region(page, "Scheduler Health")
      .getByRole("button", { name: /^Background work/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Failed background work" });
    // By its own name: the first button is another one after the press.
    const first = dialog.getByRole("button", { name: /^Run again/ }).first();
    const name = (await first.getAttribute("aria-label")) ?? "";
    return {
      target: dialog.getByRole("button", { name, exact: true }),
      count: sizeOf("admin/failed-work/"),
      grows: -1,
    };
  }),
  ...(["failed", "scheduled"] as const).map((kind) =>
    control(
      kind === "failed" ? "scheduler.clearFailed" : "scheduler.clearScheduled",
      `Clear ${kind} posts`,
      async (stage) => {
        if (kind === "failed") await fail(stage, 1);
        await stage.go("publishing");
        const name = `Clear ${kind} posts`;
        await button(region(stage.page, "Maintenance"), name).click();
        return { target: button(stage.question(), name) };
      },
    ),
  ),

  control("performance.refreshInstagram", "Refresh Instagram Data", async (stage) => {
    const { running, page, go, group, first } = stage;
    const id = await group();
    await first("account", () =>
      running.write(`publishing/account-groups/${id}/accounts`, {
        platform_type: "instagram",
        platform_username: "zimska.kolekcija",
        credentials: { instagram_user_id: "1", access_token: "good" },
      }),
    );
    await go(`dashboard?group=${id}`);
    return { target: button(page, "Refresh Instagram Data") };
  }),

  ...catalog(
    "memeTemplates",
    "Meme Template Pool Manager",
    "admin/meme-templates/",
    "Template",
    "Meme template",
    {
      "Image URL": imageUrl,
      "Usage explanation": "Levo pre, desno posle.",
      "Humor explanation": "Zato što je tako.",
    },
    {
      template_image_url: imageUrl,
      usage_explanation: "Levo pre, desno posle.",
      humor_explanation: "Zato što je tako.",
      is_active: true,
    },
  ),
  ...catalog(
    "products",
    "Product Catalog Manager",
    "admin/products/",
    "Product",
    "Product",
    { "Product image URL": imageUrl, Description: "Pleten od merino vune." },
    { product_image_url: imageUrl, description: "Pleten od merino vune.", is_active: true },
  ),

  integration("Add Shopify", () => ({
    "Store name": `${crypto.randomUUID()}.myshopify.com`,
    "API key": "good",
    "Access token": "good",
    "Webhook secret": "good",
  })),
  integration("Add Amazon SES", () => ({
    "Sender email": `${crypto.randomUUID()}@zima.example.com`,
    "AWS access key ID": "good",
    "AWS secret access key": "good",
  })),
  control("integrations.add", "Add Facebook Ads", async (stage) => {
    const { page, config, newGroup, form, sizeOf } = stage;
    const id = await newGroup();
    await config("integrations", id);
    const ads = form("Add Facebook Ads");
    await ads.getByLabel("User access token").fill(facebookToken);
    await button(ads, "Fetch ad accounts").click();
    await page.getByText("2 ad accounts found.").waitFor();
    await ads.getByLabel("Ad account").selectOption({ index: 1 });
    return {
      target: button(ads, "Add Facebook Ads"),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
    };
  }),
  control("integrations.adAccounts", "Fetch ad accounts", async ({ config, group, form }) => {
    await config("integrations", await group());
    const ads = form("Add Facebook Ads");
    await ads.getByLabel("User access token").fill(facebookToken);
    return { target: button(ads, "Fetch ad accounts") };
  }),
  control("integrations.copy", "Copy integration", async (stage) => {
    const { config, group, newGroup, first, newShop, form, sizeOf } = stage;
    const source = await first("shop", async () => newShop(await group()));
    const id = await newGroup();
    await config("integrations", id);
    const copy = form("Copy integration");
    await copy.getByLabel("Integration").selectOption(String(source.id));
    return {
      target: button(copy, "Copy integration"),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
    };
  }),
  control("integrations.syncProducts", "Sync products", async (stage) => {
    const { config, group, first, newShop, card } = stage;
    const id = await group();
    const shop = await first("shop", () => newShop(id));
    await config("integrations", id);
    return { target: button(card(shop.name), "Sync products") };
  }),
  control("integrations.test", "Test", async (stage) => {
    const { config, group, running, card } = stage;
    const id = await group();
    const store_name = `${fresh("mail").replace(" ", "-")}@zima.example.com`;
    await running.write(`publishing/account-groups/${id}/integrations`, {
      platform: "amazon_ses",
      store_name,
      credentials: { aws_access_key_id: "good", aws_secret_access_key: "good" },
    });
    await config("integrations", id);
    return { target: button(card(store_name), "Test") };
  }),
  control("integrations.remove", "Remove", async (stage) => {
    const { config, group, newShop, card, question, sizeOf } = stage;
    const id = await group();
    const shop = await newShop(id);
    await config("integrations", id);
    await button(card(shop.name), "Remove").click();
    return {
      target: button(question(), "Remove"),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
      grows: -1,
    };
  }),

  control("newsletter.saveSettings", "Save settings", async (stage) => {
    await openNewsletter(stage);
    const settings = stage.form("Newsletter settings");
    await settings.getByRole("textbox", { name: "Subject template" }).fill(fresh("Ponuda nedelje"));
    return { target: button(settings, "Save settings") };
  }),
  control("newsletter.sendTest", "Send test email", async (stage) => {
    await openNewsletter(stage);
    return {
      target: button(stage.form("Newsletter settings"), "Send test email"),
      // The highest id in the mailbox, which grows by one with each mail.
      count: async () => {
        const page = await fetch(`${stage.running.address}/sandbox/mail`);
        const ids = [...(await page.text()).matchAll(/"\/sandbox\/mail\/(\d+)"/g)];
        return Math.max(0, ...ids.map(([, id]) => Number(id)));
      },
    };
  }),
  control("newsletter.addSubscriber", "Add subscriber", async (stage) => {
    const { config, group, form, sizeOf } = stage;
    const id = await group();
    await config("newsletter", id);
    const email = `${crypto.randomUUID()}@primer.example.com`;
    await form("Add subscriber").getByRole("textbox", { name: "Email" }).fill(email);
    return {
      target: form("Add subscriber").locator("button[type=submit]"),
      count: sizeOf(`admin/newsletter/subscribers/${id}`),
    };
  }),
  control("newsletter.addSubscriber", "Import 3 subscribers", async (stage) => {
    const { page, config, group, sizeOf } = stage;
    const id = await group();
    await config("newsletter", id);
    await button(page, "Import CSV").click();
    const dialog = page.getByRole("dialog", { name: "Import subscribers" });
    const rows = [1, 2, 3].map(() => `${crypto.randomUUID()}@primer.example.com,Čitalac`);
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "lista.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(rows.join("\r\n")),
    });
    return {
      target: button(dialog, "Import 3 subscribers"),
      effects: 3,
      count: sizeOf(`admin/newsletter/subscribers/${id}`),
    };
  }),
  control("newsletter.removeSubscriber", "Remove", async (stage) => {
    const { running, page, config, group, question, sizeOf } = stage;
    const id = await group();
    const email = `${crypto.randomUUID()}@primer.example.com`;
    await running.write(`admin/newsletter/subscribers/${id}`, { email });
    await config("newsletter", id);
    await button(page, `Remove ${email}`).click();
    return {
      target: button(question(), "Remove"),
      count: sizeOf(`admin/newsletter/subscribers/${id}`),
      grows: -1,
    };
  }),

  control("saleRotator.saveSettings", "Save Settings", async (stage) => {
    const part = await openSale(stage);
    await part.getByLabel("Sale tag").fill(fresh("akcija").replace(" ", "-"));
    return { target: button(part, "Save Settings") };
  }),
  control("saleRotator.trigger", "Dry Run", async (stage) => ({
    target: button(await openSale(stage), "Dry Run"),
  })),
  control("saleRotator.trigger", "Yes, Execute", async (stage) => {
    await button(await openSale(stage), "Live Run").click();
    return { target: button(stage.question(), "Yes, Execute") };
  }),
  control("saleRotator.restore", "Restore original prices…", async (stage) => ({
    target: button(await openSale(stage), "Restore original prices…"),
  })),
  control("saleRotator.restore", "Yes, Restore", async (stage) => {
    await button(await openSale(stage), "Restore original prices…").click();
    return { target: button(stage.question(), "Yes, Restore") };
  }),
  control("saleRotator.triggerStep", "Confirmed Live Run", async (stage) => ({
    target: button(await openSale(stage), "Confirmed Live Run"),
  })),
  control("saleRotator.triggerStep", "Proceed", async (stage) => {
    const { run } = await openRun(stage);
    return { target: button(run, "Proceed") };
  }),
  control("saleRotator.stop", "Stop", async (stage) => {
    const { run } = await openRun(stage);
    return { target: button(run, "Stop") };
  }),
  control("saleRotator.stop", "Stop run", async (stage) => {
    const { part } = await openRun(stage);
    await stage.page.reload();
    return { target: button(part, "Stop run") };
  }),
];
