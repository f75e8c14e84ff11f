import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Asked } from "../peers/bluesky/front";
import { type Fate, startThreadsConsole } from "./support/live/threads-world";

const texts = Array.from({ length: 8 }, (_, n) => `Zimska kolekcija, post ${n}`);
const direct = "Sutra radimo do 22 h.";

/** At the n-th call of a kind: the one that makes a post visible, the one before it, and reads. */
const plan: Readonly<Record<string, Readonly<Record<number, Fate>>>> = {
  publish: { 2: "before", 4: "after", 7: "after" },
  make: { 1: "before", 5: "after" },
  read: { 5: "before", 8: "after" },
};

function createPlan() {
  const calls: Record<string, number> = {};
  return ({ method, url }: Asked): Fate => {
    const kind =
      method === "GET" ? "read" : url.pathname.endsWith("/threads_publish") ? "publish" : "make";
    const number = (calls[kind] ?? 0) + 1;
    calls[kind] = number;
    return plan[kind]?.[number] ?? "well";
  };
}

it("A server that is killed at its calls to a platform publishes each post once, and loses none", {
  timeout: 1_800_000,
}, async () => {
  const running = await startThreadsConsole(texts, createPlan());
  try {
    /** As a console does: under one key, until an answer has come. */
    const order = async () => {
      const json = { account_group_id: running.group, text_content: direct, image_url: null };
      for (;;) {
        const answer = await running.ask("publishing/publish", { key: "direct", json });
        if (answer && answer.status < 500) return answer;
        await sleep(1000);
      }
    };
    const first = await order();
    expect(first.status).toBe(200);

    const all = [...texts, direct].toSorted();
    await expect
      .poll(
        async () => {
          const answer = await running.ask("publishing/scheduler-status");
          if (answer?.status !== 200) return undefined;
          const { recently_published, upcoming_posts, failed_posts } = JSON.parse(answer.text);
          const numberOf = (posts: readonly unknown[]) => posts.length;
          return [recently_published, upcoming_posts, failed_posts].map(numberOf);
        },
        { timeout: 1_500_000, interval: 2000 },
      )
      .toEqual([all.length, 0, 0]);
    expect(running.threads.state.posts.map(({ text }) => text).toSorted()).toEqual(all);
    expect(running.kills()).toBe(7);
    expect(await order()).toEqual(first);
    expect(running.threads.state.posts).toHaveLength(all.length);
  } finally {
    await running.stop();
  }
});
