import type { Locator, Page } from "playwright-core";
import type { RunningConsole } from "../../e2e/support/console";

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

export type Row = { readonly id: number };

export type Named = Row & { readonly name: string };

export const imageUrl = "/media/sandbox/31.svg";

let names = 0;

/** Returns a unique name. */
export const fresh = (name: string) => `${name} ${++names}`;

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

export const sender = "novosti@zima.example.com";

export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: typeof name === "string" });

export async function fill(form: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
}

export const control = (of: string, name: string, show: Control["show"]): Control => ({
  of,
  name,
  show,
});
