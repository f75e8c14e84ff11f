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
import {
  recoverAbandoned,
  recoverInterrupted,
} from "../../../server/features/scheduler/unknown-posts.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import { committed, publisherThat } from "../../support/publisher.ts";
import { fc } from "../../support/random-seed";
import { createWorld, type World } from "../world.ts";
import {
  type Answer,
  begun,
  type End,
  type Event,
  hasOrder,
  isSame,
  postsOf,
  type Sent,
  type State,
  withPost,
} from "./commands-states.ts";

const minute = 60_000;

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

/** Returns true if the post is to be seen on the platform. */
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

/** The ends of the next calls of the platform; without `dies`, which ends the whole process. */
const arbitraryEnds = fc.array(
  fc.constantFrom<End>("taken", "refused", "refused", "lost before", "lost after"),
  { maxLength: 3 },
);

/** Runs at the same time commands of operators, and processes that run the jobs. */
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

  /** The state that a refused command leaves as it was, beside the posts. */
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

  /** Runs the jobs that are due, as a process, until none is, or it is killed. */
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
        await world.transaction((context) => recoverAbandoned(context));
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

  /** Checks what is true at every moment, whatever was done. */
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

/** Creates a group with two accounts and three posts that wait for approval. */
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

test("what is published is what the operators were told, under all commands at once and crashes", async () => {
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
