import { platforms } from "@/entities/account/platforms";
import { storeMadeImage } from "../media/stored-media.ts";
import type { MediaStore } from "../ports/media-store.ts";
import type {
  PlatformAccount,
  Publication,
  Published,
  Publisher,
  Trace,
} from "../ports/publisher.ts";

type Check = {
  readonly publisher: Publisher;
  readonly account: PlatformAccount;
  /** For a platform that takes no post without one. */
  readonly imageUrl: string | null;
  readonly now: () => Date;
  /** Waits for this number of ms. */
  readonly wait: (ms: number) => Promise<unknown>;
  readonly say: (line: string) => void;
};

/**
 * In ms: media may be processed for so long, and a new post may be missing from its platform's lists.
 */
const timeout = { media: 10 * 60_000, lists: 2 * 60_000 };

/**
 * Publishes one throw-away post, looks for it, and deletes it, through the adapter that publishes all
 * posts. It is stored nowhere. Says each step, and what is left for a person to delete; returns whether
 * all of it worked.
 */
export async function tryPost(check: Check): Promise<boolean> {
  const { account, now, say } = check;
  const { label } = platforms[account.platform];
  const post = throwAway(check.imageUrl, now());
  say(`Publishing on ${label}: ${post.text}`);
  const sent = await publish(check, { account, post }, label);
  if (!sent) return false;
  say(`Published: ${sent.published.url}`);
  const isRead = sent.isSought || (await readBack(check, { account, post }, sent, label));
  const isRemoved = await remove(check, sent.published, label);
  return isRead && isRemoved;
}

/**
 * Stores an image of one colour. Nothing refers to it, so it is deleted as all unused ones are.
 * Returns its address.
 */
export async function storeTestImage(store: MediaStore): Promise<string> {
  // Only a server with real platforms has a use for it.
  const { default: sharp } = await import("sharp");
  const plain = { width: 1080, height: 1080, channels: 3, background: "#3b6ea5" } as const;
  const image = await sharp({ create: plain }).jpeg().toBuffer();
  return storeMadeImage(store, image, "image/jpeg");
}

/**
 * Returns the post of a check. The time makes its text a new one: platforms refuse the same text twice.
 */
function throwAway(imageUrl: string | null, now: Date): Publication["post"] {
  const time = now.toISOString().slice(0, 19).replace("T", " ");
  return {
    id: 0,
    text: `This is a test of a publishing tool, and will be deleted. ${time} UTC`,
    title: `A test that will be deleted, ${time} UTC`,
    imageUrl,
    videoUrl: null,
    altText: null,
    isGenerated: false,
  };
}

type Sent = {
  readonly published: Published;
  readonly trace: Trace;
  readonly since: Date;
  /** True if it was found by a search, because the platform's answer was lost. */
  readonly isSought: boolean;
};

/** Returns undefined if there is no post, or if nobody knows; then it has said so. */
async function publish(
  { publisher, now, wait, say }: Check,
  publication: Publication,
  label: string,
): Promise<Sent | undefined> {
  const began = now().getTime();
  const state: { trace: Trace; since: Date | undefined } = { trace: {}, since: undefined };
  const perhaps = `Perhaps published; look at the account on ${label}, and delete the post by hand`;
  for (;;) {
    const isSought = state.since !== undefined;
    const signal = AbortSignal.timeout(120_000);
    const outcome = await (state.since === undefined
      ? publisher.publish(publication, attemptOf(state, now), signal)
      : publisher.locate(publication, state.trace, state.since, signal)
    ).catch(thrown);
    const since = state.since ?? now();
    if (outcome.ok === true) return { published: outcome, trace: state.trace, since, isSought };
    if (outcome.ok === "waiting" && now().getTime() - began < timeout.media) {
      say(outcome.note);
      await wait(Math.max(1000, outcome.askAt.getTime() - now().getTime()));
      continue;
    }
    if (outcome.ok === "thrown" && state.since !== undefined && !isSought) {
      say(`${label} gave no certain answer, and the post is looked for: ${outcome.error}`);
      continue;
    }
    const isCertain =
      state.since === undefined ||
      (outcome.ok === false && !isSought) ||
      outcome.ok === "absent" ||
      outcome.ok === "rejected";
    say(`${isCertain ? "Not published" : perhaps}: ${wordsOf(outcome)}`);
    return undefined;
  }
}

const attemptOf = (state: { trace: Trace; since: Date | undefined }, now: () => Date) => ({
  trace: state.trace,
  prepared: async (trace: Trace) => {
    state.trace = trace;
    state.since = undefined;
  },
  committing: async (trace: Trace) => {
    state.trace = trace;
    state.since = now();
  },
});

const thrown = ({ message }: Error) => ({ ok: "thrown", error: message }) as const;
const byHand = { ok: "by hand" } as const;

type Outcome = { readonly ok: unknown; readonly error?: string; readonly advice?: string };

const wordsOf = ({ ok, error, advice }: Outcome) =>
  error ??
  advice ??
  (ok === "absent" ? "The platform does not have it." : "The platform does not show it yet.");

/** Asks the platform for the post, as after a lost answer. False if it certainly does not have it. */
async function readBack(
  { publisher, now, wait, say }: Check,
  publication: Publication,
  { trace, since }: Sent,
  label: string,
): Promise<boolean> {
  for (;;) {
    const found = await publisher
      .locate(publication, trace, since, AbortSignal.timeout(60_000))
      .catch(thrown);
    if (found.ok === "waiting" && now().getTime() - since.getTime() < timeout.lists) {
      say(found.note);
      await wait(Math.max(1000, found.askAt.getTime() - now().getTime()));
      continue;
    }
    if (found.ok === true) say(`Read back: ${label} has the post.`);
    else say(`Not read back: ${wordsOf(found)}`);
    return found.ok !== "absent" && found.ok !== "rejected";
  }
}

async function remove(
  { publisher, account, say }: Check,
  { externalId, url }: Published,
  label: string,
): Promise<boolean> {
  const signal = AbortSignal.timeout(60_000);
  const removed = (await publisher.remove?.(account, externalId, signal).catch(thrown)) ?? byHand;
  switch (removed.ok) {
    case true:
      say(`Deleted: ${label} says so.`);
      return true;
    case "by hand":
      say(`${label} has no call that deletes a post; delete it by hand: ${url}`);
      return true;
    case false:
      say(`Not deleted; delete it by hand: ${url} (${removed.error})`);
      return false;
    case "thrown":
      say(`Perhaps deleted; look, and delete it by hand: ${url} (${removed.error})`);
      return false;
  }
}
