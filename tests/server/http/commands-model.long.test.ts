import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import { fillPath } from "@/shared/api/path";
import { contentItems, groups, queueItems, scheduledPosts } from "../../../server/db/schema.ts";
import { enqueueDue } from "../../../server/features/scheduler/due.ts";
import { giveUpOnLost, recoverInterrupted } from "../../../server/features/scheduler/lost-posts.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import { committed, publisherThat } from "../../support/publisher.ts";
import { fc } from "../../support/random-seed";
import { createWorld, type World } from "../world.ts";

const minute = 60_000;

/** How the platform ends one call; `dies` is a process that is killed during it. */
type End = "taken" | "refused" | "lost before" | "lost after" | "dies before" | "dies after";

/** One call of the platform. */
type Call = { readonly post: number; readonly text: string; readonly end: End };

/** The platform: what it was asked, what it shows, and how its next calls end. */
const platform = {
  calls: [] as Call[],
  ends: [] as End[],
  /** The accounts that it is being called for. */
  busy: new Set<string | null>(),
  overlaps: 0,
  onDeath: () => {},
};

const publish: Publisher["publish"] = async ({ account, post }) => {
  const end = platform.ends.shift() ?? "taken";
  platform.calls.push({ post: post.id, text: post.text, end });
  if (platform.busy.has(account.username)) platform.overlaps += 1;
  if (end.startsWith("dies")) {
    return new Promise<never>(() => {
      platform.onDeath();
    });
  }
  platform.busy.add(account.username);
  await delay(post.id % 4);
  platform.busy.delete(account.username);
  if (end === "refused") return { ok: false, error: "Too long." };
  if (end !== "taken") throw new Error("ECONNRESET");
  return { ok: true, externalId: String(post.id), url: `/sandbox/posts/${post.id}` };
};

/** True if the post is to be seen on the platform. */
const isPublic = ({ end }: Call) => end === "taken" || end.endsWith("after");

let world: World;
beforeAll(async () => {
  world = await createWorld({
    ports: { publisher: publisherThat(committed(publish)) },
  });
});
afterAll(() => world.close());

const place = fc.nat({ max: 5 });
const does = <Name extends string>(name: Name) => fc.constant(name);
const arbitraryCommand = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: does("approve"),
      place,
      /** In minutes. */
      after: fc.option(fc.integer({ min: 1, max: 200 })),
      accounts: fc.constantFrom("all", "first", "second", "both"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: does("reopen"), place }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: does("edit"),
      place,
      version: fc.constantFrom("known", "known", "known", "outdated"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: does("reject"), place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does("reschedule"),
      place,
      after: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: does("cancel"), place }) },
  { weight: 3, arbitrary: fc.record({ does: does("publish now"), place }) },
  { weight: 4, arbitrary: fc.record({ does: does("retry"), place }) },
  { weight: 1, arbitrary: fc.record({ does: does("pause") }) },
  { weight: 2, arbitrary: fc.record({ does: does("resume") }) },
);
type Command = typeof arbitraryCommand extends fc.Arbitrary<infer T> ? T : never;

/** How the next calls of the platform end; without `dies`, which ends the whole process. */
const arbitraryEnds = fc.array(
  fc.constantFrom<End>("taken", "refused", "refused", "lost before", "lost after"),
  { maxLength: 3 },
);

/** At the same time: commands of operators, and processes that run the jobs. */
const together = (commands: fc.Arbitrary<Command[]>, processes: fc.Arbitrary<number>) =>
  fc.record({ does: does("together"), commands, processes, ends: arbitraryEnds });

const some = (minLength: number, maxLength: number) =>
  fc.array(arbitraryCommand, { minLength, maxLength });

const arbitraryStep = fc.oneof(
  { weight: 8, arbitrary: together(some(1, 1), fc.constant(0)) },
  { weight: 4, arbitrary: together(some(2, 3), fc.constant(0)) },
  { weight: 5, arbitrary: together(some(1, 3), fc.integer({ min: 1, max: 2 })) },
  { weight: 4, arbitrary: together(fc.constant([]), fc.constantFrom(1, 1, 2)) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: does("together"),
      commands: some(0, 2),
      processes: fc.constant(1),
      ends: fc.constantFrom<End[]>(["dies before"], ["dies after"], ["taken", "dies after"]),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ does: does("wait"), minutes: fc.constantFrom<number>(2, 2, 35, 100) }),
  },
  { weight: 1, arbitrary: fc.record({ does: does("restart") }) },
  { weight: 1, arbitrary: fc.record({ does: does("give up") }) },
);
type Step = typeof arbitraryStep extends fc.Arbitrary<infer T> ? T : never;

type Item = {
  readonly status: (typeof queueItems.$inferSelect)["status"];
  readonly text: string;
  /** `updated_at`; "new" if it was changed in this step. */
  readonly version: string;
};
type Post = {
  readonly item: number;
  readonly account: number | null;
  readonly status: (typeof scheduledPosts.$inferSelect)["status"];
  /** When it is due; 0 for at once. */
  readonly at: number;
};
type State = {
  readonly isPaused: boolean;
  readonly items: Readonly<Record<number, Item>>;
  readonly posts: Readonly<Record<number, Post>>;
};

type Answer = {
  readonly status: number;
  readonly body: {
    readonly detail?: unknown;
    readonly present?: { readonly text_content: string };
    readonly posts?: readonly {
      readonly scheduled_post_id: number;
      readonly social_account_id: number;
      readonly publish_at: string;
    }[];
  };
};

/** A command as it was sent, and its answer. */
type Sent = (
  | { readonly does: "approve"; readonly item: number; at: number | null; accounts: number[] }
  | { readonly does: "reopen" | "reject"; readonly item: number }
  | { readonly does: "edit"; readonly item: number; text: string; version: string }
  | { readonly does: "reschedule"; readonly post: number; readonly at: number }
  | { readonly does: "cancel" | "publish now" | "retry"; readonly post: number }
  | { readonly does: "pause" | "resume" }
) & { answer: Answer };

const begun: ReadonlySet<Post["status"]> = new Set(["publishing", "published", "unknown"]);

const postsOf = ({ posts }: State, item: number) =>
  Object.entries(posts).filter(([, post]) => post.item === item);

const withItem = (state: State, id: number, change: Partial<Item>): State => {
  const item = state.items[id];
  if (!item) throw new Error("There is no such item.");
  return { ...state, items: { ...state.items, [id]: { ...item, version: "new", ...change } } };
};

const withPost = (state: State, id: number, change: Partial<Post>): State => {
  const post = state.posts[id];
  if (!post) throw new Error("There is no such post.");
  return { ...state, posts: { ...state.posts, [id]: { ...post, ...change } } };
};

const withoutPosts = (state: State, ids: readonly string[]): State => ({
  ...state,
  posts: Object.fromEntries(Object.entries(state.posts).filter(([id]) => !ids.includes(id))),
});

/**
 * The state after a command, if the command's answer is right in this state; else undefined. A refused
 * command changes nothing.
 */
function after(state: State, sent: Sent): State | undefined {
  const { status } = sent.answer;
  const refuses = (code: number) => (status === code ? state : undefined);
  switch (sent.does) {
    case "pause":
    case "resume":
      return status === 200 ? { ...state, isPaused: sent.does === "pause" } : undefined;
    case "approve":
    case "reject":
    case "reopen":
    case "edit": {
      const item = state.items[sent.item];
      if (!item) return refuses(404);
      return afterOfItem(state, item, sent);
    }
    default: {
      const post = state.posts[sent.post];
      if (!post) return refuses(404);
      if (sent.does === "publish now" && state.isPaused) return refuses(409);
      if (post.status !== (sent.does === "retry" ? "failed" : "scheduled")) return refuses(409);
      if (sent.does === "cancel") {
        if (status !== 204) return undefined;
        const left = withoutPosts(state, [String(sent.post)]);
        const isLast = postsOf(left, post.item).length === 0;
        return isLast ? withItem(left, post.item, { status: "rejected" }) : left;
      }
      const at = sent.does === "reschedule" ? sent.at : 0;
      return status === 200 ? withPost(state, sent.post, { status: "scheduled", at }) : undefined;
    }
  }
}

type OfItem = Extract<Sent, { readonly item: number }>;

function afterOfItem(state: State, item: Item, sent: OfItem): State | undefined {
  const { status, body } = sent.answer;
  const refused = status === 409 && !body.present ? state : undefined;
  const isBegun = postsOf(state, sent.item).some(([, post]) => begun.has(post.status));
  switch (sent.does) {
    case "approve": {
      if (item.status !== "pending_approval") return refused;
      const made = body.posts ?? [];
      const isAsWanted =
        String(made.map((post) => post.social_account_id).sort()) === String(sent.accounts) &&
        made.every(({ publish_at }) => sent.at === null || Date.parse(publish_at) === sent.at);
      if (status !== 200 || !isAsWanted) return undefined;
      const posts = made.map((post): [number, Post] => [
        post.scheduled_post_id,
        {
          item: sent.item,
          account: post.social_account_id,
          status: "scheduled",
          at: Date.parse(post.publish_at),
        },
      ]);
      const next = withItem(state, sent.item, { status: "approved" });
      return { ...next, posts: { ...next.posts, ...Object.fromEntries(posts) } };
    }
    case "reject":
      if (item.status !== "pending_approval") return refused;
      return status === 200 ? withItem(state, sent.item, { status: "rejected" }) : undefined;
    case "reopen": {
      if (item.status === "pending_approval" || isBegun) return refused;
      if (status !== 200) return undefined;
      const ids = postsOf(state, sent.item).map(([id]) => id);
      return withItem(withoutPosts(state, ids), sent.item, { status: "pending_approval" });
    }
    case "edit":
      if (sent.version !== item.version) {
        return status === 409 && body.present?.text_content === item.text ? state : undefined;
      }
      if (item.status === "rejected" || isBegun) return refused;
      return status === 200 ? withItem(state, sent.item, { text: sent.text }) : undefined;
  }
}

/** What a process does with a post, in two transactions. */
type Event = { readonly post: number } & ({ readonly text: string } | { readonly end: End });

const ended: Readonly<Record<End, Post["status"]>> = {
  taken: "published",
  refused: "failed",
  "lost before": "unknown",
  "lost after": "unknown",
  "dies before": "publishing",
  "dies after": "publishing",
};

/** The state after an event; undefined if it must not happen in this one. */
function afterEvent(state: State, event: Event, now: number): State | undefined {
  const post = state.posts[event.post];
  if (!post) return undefined;
  if ("end" in event) {
    return withPost(state, event.post, { status: ended[event.end] });
  }
  const mayClaim =
    !state.isPaused &&
    post.status === "scheduled" &&
    post.at <= now + 1000 &&
    state.items[post.item]?.status === "approved" &&
    state.items[post.item]?.text === event.text;
  return mayClaim ? withPost(state, event.post, { status: "publishing" }) : undefined;
}

/**
 * Looks for an order in which the commands, each as a whole, and the events of the posts give these
 * answers and lead to this state.
 */
function hasOrder(
  start: State,
  commands: readonly Sent[],
  events: readonly (readonly Event[])[],
  isEnd: (state: State) => boolean,
  now: number,
): boolean {
  const seen = new Set<string>();
  const look = (state: State, left: readonly Sent[], todo: typeof events): boolean => {
    if (left.length === 0 && todo.length === 0) return isEnd(state);
    const key = JSON.stringify([state, left.map((sent) => commands.indexOf(sent)), todo]);
    if (seen.has(key)) return false;
    seen.add(key);
    return (
      left.some((sent) => {
        const next = after(state, sent);
        return (
          next !== undefined &&
          look(
            next,
            left.filter((other) => other !== sent),
            todo,
          )
        );
      }) ||
      todo.some(([event, ...more], n) => {
        const next = event && afterEvent(state, event, now);
        const rest = more.length > 0 ? todo.with(n, more) : todo.toSpliced(n, 1);
        return next !== undefined && look(next, left, rest);
      })
    );
  };
  return look(start, commands, events);
}

/** One group with posts that wait for approval, and what the operators know of it. */
class Model {
  readonly group: number;
  readonly accounts: readonly number[];
  readonly items: readonly number[];
  /** All versions of the items that an operator has seen, the oldest first. */
  readonly versions = new Map<number, string[]>();
  /** All posts that were ever made. */
  readonly known: number[] = [];
  /** True while a process that was killed has jobs. */
  hasDead = false;
  texts = 0;
  /** As of the last step. */
  latest: State | undefined;

  constructor(group: number, accounts: readonly number[], items: readonly number[]) {
    this.group = group;
    this.accounts = accounts;
    this.items = items;
  }

  now = () => world.clock.now().getTime();

  async read(): Promise<State> {
    const { db } = world.database;
    const [group] = await db.select().from(groups).where(eq(groups.id, this.group));
    const posts = await db
      .select()
      .from(scheduledPosts)
      .where(eq(scheduledPosts.group_id, this.group))
      .orderBy(scheduledPosts.id);
    const items = (await world.queue()).filter(({ id }) => this.items.includes(id));
    return {
      isPaused: group?.paused_at !== null,
      items: Object.fromEntries(
        items.map(({ id, status, text_content, updated_at }) => [
          id,
          { status, text: text_content, version: updated_at.toISOString() },
        ]),
      ),
      posts: Object.fromEntries(
        posts.map(({ id, queue_item_id, account_id, status, publish_at }) => [
          id,
          { item: queue_item_id, account: account_id, status, at: publish_at.getTime() },
        ]),
      ),
    };
  }

  /** What a refused command leaves as it was, beside the posts. */
  async traces(): Promise<string> {
    const { rows } = await world.database.query(
      `select (select count(*) from activity) as entries,
         (select string_agg(singleton_key || state || start_after, ',' order by id) from pgboss.job) as jobs`,
    );
    return JSON.stringify(rows);
  }

  async send<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Answer> {
    // The parts of a request depend on the endpoint; here only their presence counts.
    const { params, query, body } = request as {
      params: Record<string, number>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : "";
    const response = await world.request(fillPath(endpoint.path, params) + search, {
      method: endpoint.method,
      headers: { "Idempotency-Key": crypto.randomUUID() },
      ...(body !== undefined && { json: body }),
    });
    const text = await response.text();
    // The server has checked a successful answer against the contract.
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Answer["body"] };
  }

  async command(command: Command): Promise<Sent | undefined> {
    if (command.does === "pause" || command.does === "resume") {
      const params = { id: this.group };
      return { does: command.does, answer: await this.send(groupsApi[command.does], { params }) };
    }
    const item = this.items[command.place % this.items.length] ?? 0;
    const failed = this.known.filter((id) => this.latest?.posts[id]?.status === "failed");
    // Also posts that are gone, or that cannot be retried.
    const posts = command.does === "retry" && failed.length > 0 ? failed : this.known;
    const post = posts.at(-1 - (command.place % Math.max(1, posts.length))) ?? 0;
    const ofItem = { params: { id: item } };
    const ofPost = { params: { id: post } };
    switch (command.does) {
      case "approve": {
        const at = command.after === null ? null : this.now() + command.after * minute;
        const [first = 0, second = 0] = this.accounts;
        const accounts =
          { all: undefined, first: [first], second: [second], both: [second, first] }[
            command.accounts
          ] ?? undefined;
        const query = {
          ...(at !== null && { publish_at: new Date(at).toISOString() }),
          ...(accounts && { social_account_ids: accounts.join(",") }),
        };
        const answer = await this.send(queueApi.approve, { ...ofItem, query });
        return {
          does: "approve",
          item,
          at,
          accounts: (accounts ?? [first, second]).sort(),
          answer,
        };
      }
      case "reopen":
      case "reject":
        return {
          does: command.does,
          item,
          answer: await this.send(queueApi[command.does], ofItem),
        };
      case "edit": {
        this.texts += 1;
        const text = `Tekst ${this.texts}`;
        const versions = this.versions.get(item) ?? [];
        const version = versions.at(command.version === "known" ? -1 : -2) ?? "";
        const body = { text_content: text, expected_updated_at: version };
        const answer = await this.send(queueApi.edit, { ...ofItem, body });
        return { does: "edit", item, text, version, answer };
      }
      case "reschedule": {
        const at = this.now() + command.after * minute;
        const body = { publish_at: new Date(at).toISOString() };
        const answer = await this.send(schedulerApi.reschedule, { ...ofPost, body });
        return { does: "reschedule", post, at, answer };
      }
      case "cancel":
        return { does: "cancel", post, answer: await this.send(schedulerApi.cancel, ofPost) };
      case "publish now":
        return {
          does: "publish now",
          post,
          answer: await this.send(schedulerApi.publishNow, ofPost),
        };
      case "retry": {
        const answer = await this.send(schedulerApi.retry, {
          ...ofPost,
          query: { confirm_unknown: false },
        });
        return { does: "retry", post, answer };
      }
    }
  }

  /** A process that runs the jobs that are due, until none is, or it is killed. */
  async process(): Promise<undefined> {
    const died = new Promise<void>((resolve) => {
      platform.onDeath = () => {
        this.hasDead = true;
        resolve();
      };
    });
    await Promise.race([world.runJobs(), died]);
  }

  /** Has the jobs of a killed process run again, as the start of another one does. */
  async restart() {
    await world.transaction(recoverInterrupted);
    await this.takeOverJobs();
  }

  async takeOverJobs() {
    await world.database.query("update pgboss.job set state = 'retry' where state = 'active'");
    this.hasDead = false;
  }

  async step(step: Step): Promise<readonly Sent[]> {
    switch (step.does) {
      case "wait":
        world.clock.advance(step.minutes * minute);
        await world.transaction(enqueueDue);
        return [];
      case "restart":
        await this.restart();
        return [];
      case "give up":
        world.clock.advance(6 * minute);
        await world.transaction((context) => giveUpOnLost(context));
        if (this.hasDead) await this.takeOverJobs();
        return [];
      case "together": {
        platform.ends = [...step.ends];
        const done = await Promise.all([
          ...Array.from({ length: step.processes }, () => this.process()),
          ...step.commands.map((command) => this.command(command)),
        ]);
        platform.ends = [];
        return done.filter((sent) => sent !== undefined);
      }
    }
  }

  /** Does a step, and compares what came of it with what may come of it. */
  async run(step: Step): Promise<readonly Sent[]> {
    const before = await this.read();
    const traces = await this.traces();
    const earlier = platform.calls.length;
    const sent = await this.step(step);
    const calls = platform.calls.slice(earlier);
    const state = await this.read();
    const now = this.now();

    // Killed processes are given up; nothing else changes without a command.
    const start =
      step.does === "restart" || step.does === "give up"
        ? Object.entries(before.posts)
            .filter(([, { status }]) => status === "publishing")
            .reduce((all, [id]) => withPost(all, Number(id), { status: "unknown" }), before)
        : before;
    const events = [...new Set(calls.map(({ post }) => post))].map((id) =>
      calls
        .filter(({ post }) => post === id)
        .flatMap(({ post, text, end }): Event[] => [
          { post, text },
          { post, end },
        ]),
    );
    const isEnd = (reached: State) => isSame(reached, state, now);
    const story = { step, before, sent, calls, state };
    if (!hasOrder(start, sent, events, isEnd, now)) {
      throw new Error(`No order explains this: ${JSON.stringify(story, null, 1)}`);
    }
    if (sent.length > 0 && calls.length === 0 && sent.every(({ answer }) => answer.status >= 400)) {
      if (step.does === "together" && step.processes === 0) {
        expect(await this.traces(), "A refused command has changed something.").toBe(traces);
      }
    }
    this.check(state);
    this.latest = state;
    for (const [id, { version }] of Object.entries(state.items)) {
      const versions = this.versions.get(Number(id)) ?? [];
      if (versions.at(-1) !== version) this.versions.set(Number(id), [...versions, version]);
    }
    for (const id of Object.keys(state.posts).map(Number)) {
      if (!this.known.includes(id)) this.known.push(id);
    }
    return sent;
  }

  /** What is true at every moment, whatever was done. */
  check(state: State) {
    expect(platform.overlaps, "An account had two calls at once.").toBe(0);
    const shown = platform.calls.filter(({ post }) => this.known.includes(post)).filter(isPublic);
    const places = shown.map(({ post, text }) => {
      const now = state.posts[post];
      expect(now && begun.has(now.status), "A post that is public was cancelled.").toBe(true);
      expect(text, "Not the text that was saved.").toBe(state.items[now?.item ?? 0]?.text);
      return `${now?.item} on ${now?.account}`;
    });
    expect(new Set(places).size, "A post is public twice on an account.").toBe(places.length);
    for (const id of this.items) {
      const posts = postsOf(state, id);
      if (state.items[id]?.status !== "approved") expect(posts).toEqual([]);
      else expect(posts, "An approved item has lost its posts.").not.toEqual([]);
    }
  }

  /** Resumes and waits until everything that is scheduled has been tried. */
  async finish() {
    await this.run({ does: "restart" });
    const resume = { does: "resume" as const };
    await this.run({ does: "together", commands: [resume], processes: 0, ends: [] });
    for (let n = 0; n < 3; n++) {
      await this.run({ does: "wait", minutes: 1000 });
      await this.run({ does: "together", commands: [], processes: 1, ends: [] });
    }
    const left = Object.values((await this.read()).posts).map(({ status }) => status);
    expect(left, "A scheduled post was never tried.").not.toContain("scheduled");
  }
}

/** Whether the model's state is the database's; versions that are new are not known before. */
function isSame(model: State, real: State, now: number): boolean {
  const items = Object.entries(real.items).every(([id, { status, text, version }]) => {
    const item = model.items[Number(id)];
    const isNew = item?.version === "new";
    return item?.status === status && item.text === text && (isNew || item.version === version);
  });
  const posts = Object.entries(real.posts).every(([id, { status, at, ...post }]) => {
    const mine = model.posts[Number(id)];
    return (
      mine?.status === status &&
      mine.account === post.account &&
      mine.item === post.item &&
      (mine.at === 0 ? at <= now : mine.at === at)
    );
  });
  return (
    items &&
    posts &&
    model.isPaused === real.isPaused &&
    Object.keys(model.posts).length === Object.keys(real.posts).length
  );
}

/** A group with two accounts and three posts that wait for approval. */
async function createModel(): Promise<Model> {
  const { db, query } = world.database;
  // Posts left by an earlier history are not published in this one.
  await query("delete from pgboss.job");
  Object.assign(platform, { calls: [], ends: [], busy: new Set(), overlaps: 0 });
  const group = await world.addGroup(`Grupa ${crypto.randomUUID()}`);
  const names = ["one", "two"].map((name) => `${name}-${group}.bsky.social`);
  const accounts = [];
  for (const name of names) accounts.push(await world.addAccount(group, name));
  const category_id = await world.addCategory(group);
  const made = { category_id, created_at: world.clock.now() };
  const texts = ["Prvi", "Drugi", "Treći"].map((text_content) => ({ ...made, text_content }));
  const contents = await db.insert(contentItems).values(texts).returning();
  const items = await db
    .insert(queueItems)
    .values(
      contents.map(({ id, text_content }) => ({
        ...{ ...made, text_content, content_item_id: id },
        ...{ status: "pending_approval" as const, updated_at: world.clock.now() },
      })),
    )
    .returning();
  const model = new Model(
    group,
    accounts,
    items.map(({ id }) => id),
  );
  for (const { id, updated_at } of items) model.versions.set(id, [updated_at.toISOString()]);
  // The last change of an item, and the next one, are not in the same millisecond.
  world.clock.advance(1000);
  return model;
}

/** The number of histories, of 12 to 24 steps each: the same on every machine. */
const histories = 30;

test("what goes out is what the operators were told, under all commands at once and crashes", async () => {
  const did = new Map<string, number>();
  const count = (what: string) => did.set(what, (did.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryStep, { minLength: 12, maxLength: 24 }), async (steps) => {
      const model = await createModel();
      for (const step of steps) {
        const sent = await model.run(step);
        world.clock.advance(1000);
        count(step.does);
        for (const { does, answer } of sent) count(`${does} ${answer.status}`);
      }
      await model.finish();
      for (const { end } of platform.calls) count(end);
    }),
    // Before the test's own time-out, which would not report the smallest failing history found so
    // far.
    { numRuns: histories, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: true },
  );
  expect(did.size, "Too little was tried to say anything.").toBeGreaterThan(20);
});
