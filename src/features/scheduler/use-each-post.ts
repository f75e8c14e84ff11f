import { useState } from "react";
import { counted } from "@/shared/format/number";
import { type Failure, failureOf, type Outcome } from "@/shared/query/outcome";
import { useBatch, wasDone } from "@/shared/query/use-batch";
import { type Toast, toasts } from "@/shared/toast/toast";
import type { Posts } from "./posts";
import type { ScheduledPost } from "./schema";

type End<Reply> = { readonly post: ScheduledPost; readonly outcome: Outcome<Reply> };

type EachPost<Reply> = {
  failure: string;
  /** The word for a post that was changed, in the list of results: 'Moved.' */
  done: string;
  /** The toast once all were changed. */
  success: (posts: Posts, replies: readonly Reply[]) => Pick<Toast, "title"> & Partial<Toast>;
};

/**
 * Sends one command for each account of a post, as a batch: some at a time, with a pause if the server
 * asks to wait. What was changed is not sent again: after a part has failed, `sendEach` tries only the
 * rest.
 */
export function useEachPost<Reply>({ failure, done, success }: EachPost<Reply>) {
  const { batch, run, leave } = useBatch<ScheduledPost, Reply>({ isOneIntent: true });
  const [running, setRunning] = useState(0);
  const [ends, setEnds] = useState<readonly End<Reply>[]>([]);
  const failed = ends.map(({ outcome }) => failureIn(outcome, failure)).find(Boolean);

  /** Resolves with the outcome of the first post that was not changed, or else of the first of all. */
  async function sendEach(
    posts: Posts,
    send: (post: ScheduledPost) => Promise<Outcome<Reply>>,
  ): Promise<Outcome<Reply>> {
    const earlier = ends.filter(({ outcome }) => wasDone(outcome));
    const left = posts.filter((post) => !earlier.some((end) => end.post.id === post.id));
    setRunning((count) => count + 1);
    const results = await run(left, send).finally(() => setRunning((count) => count - 1));
    const now = left.flatMap((post) =>
      results.flatMap(({ item, outcome }) => (item === post ? [{ post, outcome }] : [])),
    );
    const unsent = left.length - now.length;
    if (unsent > 0) {
      toasts.show({
        kind: "error",
        title: failure,
        detail: `Not done on ${counted(unsent, "account")}: you left while the server asked to wait.`,
      });
    }
    const [first] = now;
    // Pressed twice: the first press reports how it ended.
    if (!first || now.every(({ outcome }) => outcome.kind === "held")) return { kind: "held" };
    const notDone = now.find(({ outcome }) => !wasDone(outcome));
    // Forgotten once all is done, so that the same posts can be sent again later.
    setEnds(notDone ? [...earlier, ...now] : []);
    if (notDone) return notDone.outcome;
    if (unsent > 0) return { kind: "held" };
    const replies = now.flatMap(({ outcome }) => (outcome.kind === "ok" ? [outcome.reply] : []));
    if (replies.length > 0) toasts.show({ kind: "success", ...success(posts, replies) });
    return first.outcome;
  }

  return {
    sendEach,
    isBusy: running > 0,
    /** The time on the server's clock until which the server asks to wait; undefined while it does not. */
    waitUntil: batch?.waitUntil,
    failure: failed,
    /** The outcome on each of several accounts, if not all went well. */
    ends:
      failed && ends.length > 1
        ? ends.map(({ post, outcome }) => ({ post, words: inWords(outcome, done, failure) }))
        : [],
    /** Closing the question: a press that the server has put off is not carried out afterwards. */
    forget: () => {
      leave();
      setEnds([]);
    },
  };
}

const failureIn = (outcome: Outcome<unknown>, text: string): Failure | undefined =>
  "error" in outcome ? failureOf(text, outcome.error) : undefined;

function inWords(outcome: Outcome<unknown>, done: string, text: string): string {
  if (wasDone(outcome)) return done;
  const failure = failureIn(outcome, text);
  return failure ? (failure.detail ?? failure.text) : "Already in progress.";
}
