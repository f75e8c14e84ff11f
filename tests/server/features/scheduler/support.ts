import { beforeEach, vi } from "vitest";
import { schedulerApi } from "@/features/scheduler/contract";
import type { Publisher } from "../../../../server/ports/publisher.ts";
import { committed, publisherThat } from "../../../support/publisher.ts";
import { due, inMinutes, onlyPost, publish, publishingForEach, silent, world } from "../support.ts";

/** The search at a platform for a post whose answer was lost. */
export const locate = vi.fn<Publisher["locate"]>();

export const out = { ok: true, externalId: "at://1", url: "https://bsky.app/1" } as const;
export const taken = committed(async () => out);

/** Opens a world for each test, whose platforms take every post and cannot look for one. */
export function platformsForEach(): void {
  publishingForEach(() => ({ ports: { publisher: { ...publisherThat(publish), locate } } }));
  beforeEach(() => {
    publish.mockImplementation(taken);
    locate.mockReset().mockResolvedValue({ ok: "unsure", advice: "Look at the profile." });
  });
}

/** Publishes a post that may be live, since its platform does not answer. @returns its account */
export async function lose(): Promise<number> {
  const account = await due();
  publish.mockImplementationOnce(silent);
  await world.runJobs();
  return account;
}

/**
 * Returns an answer of a platform that processes the media of a post, until it is asked a minute
 * later.
 */
export const waiting = (note = "Instagram is processing the video.") => ({
  ok: "waiting" as const,
  note,
  askAt: inMinutes(1),
});

/** Retries the only post, also if it may be live, and runs its job. */
export async function retryOnly(): Promise<void> {
  const { id } = await onlyPost();
  const query = { confirm_unknown: true };
  await world.call(schedulerApi.retry, { params: { id }, query });
  await world.runJobs();
}
