import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Publisher } from "../../ports/publisher.ts";

export type SandboxOptions = {
  /** A file that gets a line for each published post; undefined for none. */
  readonly journal: string | undefined;
  /** The response time of the platforms, in milliseconds. */
  readonly latency: number;
};

/**
 * Returns the same publisher with a journal of every post, written before the answer. The journal
 * is independent of the database and survives a crash, so it shows a post that was published twice.
 */
export const withJournal = (
  publisher: Publisher,
  { journal, latency }: SandboxOptions,
): Publisher => ({
  ...publisher,
  publish: async (publication, attempt, signal) => {
    const answer = await publisher.publish(publication, attempt, signal);
    const { account, post } = publication;
    if (journal !== undefined && answer.ok === true) {
      appendFileSync(journal, `${JSON.stringify({ post: post.id, platform: account.platform })}\n`);
    }
    if (latency > 0) await sleep(latency, undefined, { signal });
    return answer;
  },
});
