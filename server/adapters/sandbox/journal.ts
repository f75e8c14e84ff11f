import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Publisher } from "../../ports/publisher.ts";

export type Outside = {
  /** A file that gets a line for every post that a platform is given; undefined notes none. */
  readonly journal: string | undefined;
  /** How long a platform takes to answer, in milliseconds. */
  readonly latency: number;
};

/**
 * The same platforms with a memory of their own, which no crash of this process and no mistake in
 * its database can alter: that a post went out twice shows nowhere else. Each post is noted before
 * the answer, as a platform has it before it says so.
 */
export const rememberedOutside = (
  publisher: Publisher,
  { journal, latency }: Outside,
): Publisher => ({
  publish: async (publication, signal) => {
    const answer = await publisher.publish(publication, signal);
    const { account, post } = publication;
    if (journal !== undefined && answer.ok) {
      appendFileSync(journal, `${JSON.stringify({ post: post.id, platform: account.platform })}\n`);
    }
    if (latency > 0) await sleep(latency, undefined, { signal });
    return answer;
  },
  test: (account, signal) => publisher.test(account, signal),
});
