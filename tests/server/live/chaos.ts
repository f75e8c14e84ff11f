import type { PlatformType } from "@/entities/account/platforms";
import { type Call, createHttp, type Http } from "../../../server/adapters/live/http.ts";
import type { Live } from "../../../server/adapters/live/live.ts";
import { accounts, queueItems, scheduledPosts } from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { enqueueDue } from "../../../server/features/scheduler/due.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import { storedCredentials } from "../../../server/world.ts";
import { liveOf } from "../../peers/support/publishing.ts";
import type { Random } from "../../support/random.ts";
import type { World } from "../world.ts";
import { mediaOf, type Running, type Subject } from "./subjects.ts";

/** The table in docs/reliability.md has 200 of each platform, which takes ten minutes. */
export const posts = Number(process.env.AT_MOST_ONCE_POSTS ?? 40);

/** The end of the creating call of a try; `dies` kills the process at this moment. */
const fates = [
  ...["well", "well", "well", "well", "well", "cut before", "cut after", "5xx before", "5xx after"],
  ...["limited", "hangs before", "hangs after"],
  ...["dies before commit", "dies at commit", "dies before call", "dies after call"],
] as const;

/** The end of another call, now and then: uploads, containers, searches, addresses. */
const troubles = ["cut before", "cut after", "5xx before", "5xx after", "limited", "dies"] as const;

/** Returns a publisher whose calls fail, and whose process dies, at random moments. */
export function createChaos(random: Random) {
  let peer: Running;
  let real: Publisher | undefined;
  let fate: string = "well";
  let isOver = false;
  let deaths = 0;
  let faults = 0;
  let onDeath = () => {};
  /** Ends this process: the call never returns, and the test goes on as the next process. */
  const die = () =>
    new Promise<never>(() => {
      deaths += 1;
      onDeath();
    });
  const mayDie = async () => {
    if (!isOver && random.chance(0.04)) await die();
  };

  /** Makes the next call fail in this way; the signal ends one that is never answered. */
  function prepare(call: string, trouble: string, hung: () => void) {
    if (trouble === "well" || trouble.startsWith("dies")) return;
    faults += 1;
    const [kind, when] = trouble.split(" ");
    const answer = { status: 503, text: "upstream connect error" };
    const moment = when === "after" ? "after" : "before";
    if (kind === "cut") peer.disturb(call, { cut: moment });
    if (kind === "hangs") peer.disturb(call, { hang: moment, hung });
    if (kind === "limited") peer.disturb(call, peer.limited());
    if (kind === "5xx") {
      peer.disturb(call, { answer, ...(moment === "after" && { effect: true }) });
    }
  }

  const unreliable =
    (http: Http): Http =>
    async (call) => {
      const { origin, pathname } = new URL(call.url);
      const name = `${call.method} ${pathname}`;
      const isCreating = makesVisible(peer, call, name);
      const isUnlucky = !isOver && origin === peer.origins[0] && random.chance(0.06);
      const trouble = isCreating ? fate : isUnlucky ? (random.pick(troubles) ?? "well") : "well";
      fate = "well";
      const silence = new AbortController();
      prepare(name, trouble, () => silence.abort());
      const signal = AbortSignal.any([call.signal, silence.signal]);
      const answer = await http({ ...call, signal });
      return trouble === "dies" || trouble === "dies after call" ? die() : answer;
    };

  const publisher: Publisher = {
    publish: async (publication, attempt, signal) => {
      if (!real) throw new Error("The peer has not started.");
      const next = isOver ? "well" : (random.pick(fates) ?? "well");
      peer.slow(random);
      return real.publish(
        publication,
        {
          ...attempt,
          prepared: async (trace) => {
            await mayDie();
            await attempt.prepared(trace);
            await mayDie();
          },
          committing: async (trace) => {
            if (next === "dies before commit") return die();
            await attempt.committing(trace);
            if (next === "dies at commit" || next === "dies before call") return die();
            fate = next;
          },
        },
        signal,
      );
    },
    locate: (...asked) => real?.locate(...asked) ?? Promise.reject(new Error("No peer.")),
    test: async () => ({ ok: true }),
    refresh: async () => null,
  };

  return {
    publisher,
    /** Starts a process: what the one before had in its memory is gone. */
    begin: (running: Running, live: Live) => {
      peer = running;
      const httpOf: Live["httpOf"] = ({ proxy }) =>
        unreliable(createHttp({ proxy, publicInTests: running.origins }));
      real = running.publisher({ ...live, httpOf, media: running.media ?? live.media });
    },
    death: () =>
      new Promise<"dead">((resolve) => {
        onDeath = () => resolve("dead");
      }),
    /** Nothing goes wrong from here on. */
    end: () => {
      isOver = true;
    },
    deaths: () => deaths,
    faults: () => faults,
  };
}

/** Returns whether a call is the one that makes a post visible. */
export function makesVisible({ creating }: Running, call: Call, name: string): boolean {
  if (typeof creating === "function") return creating(call);
  return typeof creating === "string" ? name === creating : creating.test(name);
}

/**
 * Returns the services that adapters get from a server: it stores credentials that a platform has
 * replaced.
 */
export const liveIn = ({ clock, database, ports }: World): Live => ({
  ...liveOf(clock, ""),
  ...storedCredentials(database, ports.secrets),
  // A process that dies here never ends its work, and would keep its turn for ever.
  exclusively: (_, work) => work(),
});

/** Inserts an account, and posts of it that are all due. */
export async function schedule(
  world: World,
  platform_type: PlatformType,
  credentials: Readonly<Record<string, string>>,
  { kinds, username = "zima" }: Pick<Subject, "kinds" | "username">,
) {
  const { db } = world.database;
  const group_id = await world.addGroup();
  const account = await insertAccount(db, world.ports.secrets, {
    ...{ group_id, platform_type, platform_username: username, credentials, is_active: true },
  });
  const items = await db
    .insert(queueItems)
    .values(
      Array.from({ length: posts }, (_, n) => ({
        ...{ status: "approved" as const, text_content: `Zimska kolekcija, post ${n}` },
        reddit_title: `Zimska kolekcija, ${n}`,
        ...mediaOf(kinds, n),
      })),
    )
    .returning();
  await db.insert(scheduledPosts).values(
    items.map(({ id }) => ({
      ...{ queue_item_id: id, group_id, account_id: account?.id ?? 0, platform_type },
      publish_at: world.clock.now(),
    })),
  );
  await world.transaction(enqueueDue);
}

type Post = Awaited<ReturnType<World["posts"]>>[number];

/** Counts the posts by their state in the database, beside what the platform has. */
export async function count(world: World, peer: Running) {
  const rows = await world.posts();
  const texts = await peer.texts();
  const items = await world.queue();
  const timesOut = (post: Post) => {
    const item = items.find(({ id }) => id === post.queue_item_id);
    return texts.filter((text) => text === item?.text_content).length;
  };
  const number = (which: (post: Post) => boolean) => rows.filter(which).length;
  return {
    posts: rows.length,
    published: number(({ status }) => status === "published"),
    unknown: number(({ status }) => status === "unknown"),
    failed: number(({ status }) => status === "failed"),
    duplicates: number((post) => timesOut(post) > 1),
    lost: number(({ status }) => status === "scheduled" || status === "publishing"),
    "wrongly published": number((post) => post.status === "published" && timesOut(post) === 0),
    "wrongly failed": number((post) => post.status === "failed" && timesOut(post) > 0),
  };
}

/**
 * Returns the time for which nothing will happen, in ms: an account may be held for a day, or a post
 * wait for its platform.
 */
export async function untilNext(world: World): Promise<number> {
  const now = world.clock.now().getTime();
  const rows = await world.posts();
  const [account] = await world.database.db.select().from(accounts);
  const held = account?.held_until?.getTime() ?? 0;
  const times = rows.flatMap(({ status, ask_at }) => {
    const asked = ask_at?.getTime() ?? 0;
    if (status === "scheduled") return [Math.max(asked, held, now)];
    return asked ? [asked] : [];
  });
  const next = Math.min(...times);
  return Number.isFinite(next) ? Math.max(1000, next - now) : 0;
}

/** Returns whether a post will still be tried or looked for. */
export const areOpen = async (world: World) =>
  (await world.posts()).some(
    ({ status, ask_at }) =>
      status === "scheduled" || status === "publishing" || (status === "unknown" && ask_at),
  );
