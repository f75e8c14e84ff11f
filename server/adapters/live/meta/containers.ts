import { createHash } from "node:crypto";
import type { Clock } from "../../../ports/clock.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type {
  Absent,
  Attempt,
  Publication,
  Published,
  SearchResult,
  Trace,
  Unsure,
  Waiting,
} from "../../../ports/publisher.ts";
import { isSameText, isUnreadable, type Reply } from "./meta.ts";

/**
 * A container of Instagram or Threads is a post that is not visible yet. It is made, processed and then
 * published once at most: publishing the same container again cannot double the post.
 */
export type Containers = {
  /** Its name in sentences. */
  readonly platform: string;
  readonly noun: "image" | "video" | "text";
  readonly post: Publication["post"];
  readonly create: () => Promise<Created>;
  readonly read: (container: string) => Promise<Reply<ContainerState>>;
  /** Makes the creating call, and returns the id of the post. */
  readonly publish: (container: string) => Promise<Reply<string>>;
  /** Returns the account's posts since then, the newest first. */
  readonly list: (since: Date) => Promise<Reply<readonly ListedPost[]>>;
  /** Returns the published post, with or without its own address. Never fails. */
  readonly published: (postId: string) => Promise<Published>;
  /** The address of the account, for a post whose own is not known. */
  readonly profile: string;
  /** The time before the first look at a new container, in ms. */
  readonly firstCheckDelay: number;
};

/** `isWorthAnother`: the fault may lie in this container, and another one may do. */
export type Created =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly refused: Refused; readonly isWorthAnother: boolean };

export type ContainerState = {
  readonly status: "IN_PROGRESS" | "FINISHED" | "ERROR" | "EXPIRED" | "PUBLISHED";
  /** For ERROR and EXPIRED. */
  readonly error: string;
  readonly isWorthAnother: boolean;
};

export type ListedPost = {
  readonly id: string;
  readonly text: string;
  readonly url: string | undefined;
  readonly at: Date;
};

/** Reasons why a finished container was not published, though it may be a little later. */
const notReadyCodes: readonly number[] = [
  // Threads: "Media Not Found", for a container that is some seconds old.
  4_279_009,
  // Instagram: not ready; not found; temporarily not found; expired; not created; upload; unknown.
  ...[2_207_027, 2_207_006, 2_207_008, 2_207_020, 2_207_032, 2_207_053, 2_207_082],
];

type Container = {
  readonly id: string;
  readonly madeAt: Date;
  /** An earlier container of the same post has failed. */
  readonly isSecondContainer: boolean;
  /** The number of creating calls that were made for it. */
  readonly tries: number;
};

const second = 1000;
const minute = 60 * second;
/** Meta's own limit is 24 hours. */
const lifetime = 20 * 60 * minute;
/** The number of refusals after which a container is given up for a new one. */
const maxTries = 3;

const storedIn = (trace: Trace, { post }: Containers, now: Date): Container | undefined => {
  const { container: id, made_at, content, second: isSecondContainer, tries } = trace;
  const madeAt = new Date(made_at ?? Number.NaN);
  // A post that was edited since needs another container, and an old one has expired.
  if (!id || content !== digestOf(post) || !(now.getTime() - madeAt.getTime() < lifetime)) return;
  return { id, madeAt, isSecondContainer: isSecondContainer === "true", tries: Number(tries) || 0 };
};

const traceOf = (container: Container, { post }: Containers): Trace => ({
  container: container.id,
  made_at: container.madeAt.toISOString(),
  content: digestOf(post),
  second: String(container.isSecondContainer),
  tries: String(container.tries),
});

/** Returns whether a try can go on with what an earlier one has made. */
export const hasContainer = (trace: Trace, post: Publication["post"]) =>
  trace.container !== undefined && trace.content === digestOf(post);

/** Returns a text that changes with everything in a post. */
export const digestOf = ({ text, imageUrl, videoUrl, altText }: Publication["post"]) =>
  createHash("sha256")
    .update(JSON.stringify([text, imageUrl, videoUrl, altText]))
    .digest("base64url")
    .slice(0, 20);

type Outcome = Published | Waiting | Refused;

/** Makes a container or goes on with the stored one, and publishes it once it is ready. */
export async function publishByContainer(
  containers: Containers,
  attempt: Attempt,
  clock: Clock,
): Promise<Outcome> {
  const stored = storedIn(attempt.trace, containers, clock.now());
  if (!stored) return begin(containers, attempt, clock, false);
  const outcome = await continueContainer(containers, stored, attempt, clock);
  return outcome === "dead" ? begin(containers, attempt, clock, true) : outcome;
}

async function begin(
  containers: Containers,
  attempt: Attempt,
  clock: Clock,
  isSecondContainer: boolean,
): Promise<Outcome> {
  const created = await containers.create();
  if (!created.ok) {
    if (created.isWorthAnother && !isSecondContainer)
      return begin(containers, attempt, clock, true);
    await attempt.prepared({});
    return created.refused;
  }
  const made = { id: created.id, madeAt: clock.now(), isSecondContainer, tries: 0 };
  await attempt.prepared(traceOf(made, containers));
  if (containers.firstCheckDelay > 0) return waiting(containers, clock, containers.firstCheckDelay);
  const outcome = await continueContainer(containers, made, attempt, clock);
  return outcome === "dead" ? begin(containers, attempt, clock, true) : outcome;
}

/** Goes on with a container. "dead": it will never be published, and another one is worth a try. */
async function continueContainer(
  containers: Containers,
  container: Container,
  attempt: Attempt,
  clock: Clock,
): Promise<Outcome | "dead"> {
  const age = clock.now().getTime() - container.madeAt.getTime();
  const reply = await containers.read(container.id);
  if (!reply.ok && !isUnreadable(reply)) return reply.refused;
  if (!reply.ok && age < 2 * minute) return waiting(containers, clock, 5 * second);
  const { status, error, isWorthAnother } = reply.ok ? reply.value : gone(containers.platform);
  switch (status) {
    case "IN_PROGRESS":
      return waiting(containers, clock, checkDelay(age, containers));
    case "PUBLISHED":
      return findPublished(containers, container.id, container.madeAt, clock);
    case "FINISHED":
      if (container.tries >= maxTries && !container.isSecondContainer) return "dead";
      return commit(containers, container, attempt, clock);
    case "ERROR":
    case "EXPIRED":
      if (isWorthAnother && !container.isSecondContainer) return "dead";
      // A retry by the operator begins again.
      await attempt.prepared({});
      return { ok: false, error };
  }
}

const gone = (platform: string): ContainerState => ({
  status: "EXPIRED",
  error: `${platform} has lost the prepared post.`,
  isWorthAnother: true,
});

async function commit(
  containers: Containers,
  container: Container,
  attempt: Attempt,
  clock: Clock,
): Promise<Outcome> {
  const { platform } = containers;
  const tried = { ...container, tries: container.tries + 1 };
  const since = clock.now();
  await attempt.committing(traceOf(tried, containers));
  const sent = await containers.publish(container.id);
  if (sent.ok) return containers.published(sent.value);
  // Meta refuses posts that are published all the same: the container knows. A failure of this read
  // must not be taken for one of the creating call.
  const after = await containers.read(container.id).catch(() => undefined);
  if (after?.ok && after.value.status === "PUBLISHED") {
    return findPublished(containers, container.id, since, clock);
  }
  const isAsSaid = after?.ok || after?.code === sent.code;
  if (!sent.isCertain || !isAsSaid) throw new Error(`${platform} gave no certain answer.`);
  // A full quota is no fault of the container, however often it is met.
  if (sent.refused.why === "later" && sent.refused.isQuota) {
    await attempt.prepared(traceOf(container, containers));
  }
  if (sent.subcode === undefined || !notReadyCodes.includes(sent.subcode)) return sent.refused;
  const { error } = sent.refused;
  if (container.isSecondContainer) {
    await attempt.prepared({});
    return { ok: false, error };
  }
  const retryAt = new Date(since.getTime() + 5 * second * 2 ** container.tries);
  return { ok: false, why: "later", error, retryAt, scope: "post" };
}

/** Returns the account's first post with the same text since then, if its list has one. */
async function findInList(
  { list, post, profile }: Containers,
  since: Date,
): Promise<Reply<Published | undefined>> {
  // The clocks of two machines differ.
  const from = new Date(since.getTime() - minute);
  const reply = await list(from);
  if (!reply.ok) return reply;
  const found = reply.value
    .filter(({ text, at }) => at >= from && isSameText(text, post.text))
    .at(-1);
  return {
    ok: true,
    value: found && { ok: true, externalId: found.id, url: found.url ?? profile },
  };
}

/**
 * Finds the post of a published container, which does not name it: the account's list does, after
 * some seconds.
 */
async function findPublished(
  containers: Containers,
  container: string,
  since: Date,
  clock: Clock,
): Promise<Published | Waiting> {
  const { platform, profile } = containers;
  const reply = await findInList(containers, since).catch(() => undefined);
  if (reply?.ok && reply.value) return reply.value;
  const now = clock.now().getTime();
  if (now - since.getTime() < 5 * minute) {
    const note = `${platform} has published the post and does not list it yet.`;
    return { ok: "waiting", note, askAt: new Date(now + 30 * second) };
  }
  return { ok: true, externalId: container, url: profile };
}

/**
 * Returns whether a container whose creating call had no certain answer is published. The account's
 * list has the last word where the container is no longer known.
 */
export async function locateByContainer(
  containers: Containers,
  trace: Trace,
  since: Date,
  clock: Clock,
): Promise<SearchResult> {
  const { platform, noun } = containers;
  const advice = `Look at the profile on ${platform}.`;
  const { container } = trace;
  const unsure = { ok: "unsure", advice } as const;
  /** Looks at the account's list, where a post without a text cannot be told from others. */
  const onAccount = async (otherwise: Absent | Unsure): Promise<SearchResult> => {
    if (!containers.post.text.trim()) return otherwise;
    const reply = await findInList(containers, since);
    if (reply.ok) return reply.value ?? otherwise;
    if (reply.refused.why === "later") throw new Error(reply.refused.error);
    return reply.refused.why ? reply.refused : unsure;
  };
  if (!container) return onAccount(unsure);
  const age = clock.now().getTime() - since.getTime();
  const reply = await containers.read(container);
  if (!reply.ok && !isUnreadable(reply)) {
    if (reply.refused.why === "later") throw new Error(reply.refused.error);
    return reply.refused;
  }
  const note = `Checking whether the ${noun} is on ${platform}.`;
  const askAt = (ms: number) => new Date(clock.now().getTime() + ms);
  if (!reply.ok) {
    if (age < 5 * minute) return { ok: "waiting", note, askAt: askAt(10 * second) };
    return onAccount(unsure);
  }
  switch (reply.value.status) {
    case "PUBLISHED":
      return findPublished(containers, container, since, clock);
    case "IN_PROGRESS":
      return { ok: "waiting", note, askAt: askAt(10 * second) };
    case "FINISHED":
      // The call may still be under way there.
      if (age < minute) return { ok: "waiting", note, askAt: askAt(minute - age) };
      return { ok: "absent" };
    case "EXPIRED":
      return onAccount({ ok: "absent" });
    default:
      return { ok: "absent" };
  }
}

function waiting({ platform, noun }: Containers, clock: Clock, pause: number): Waiting {
  const askAt = new Date(clock.now().getTime() + pause);
  return { ok: "waiting", note: `${platform} is processing the ${noun}.`, askAt };
}

/**
 * Returns the time before the next look: short for what is processed in seconds, longer for what is not.
 */
function checkDelay(age: number, { firstCheckDelay }: Containers): number {
  if (firstCheckDelay > 0) return minute;
  if (age < 2 * second) return 2 * second;
  if (age < 10 * second) return 5 * second;
  return age < minute ? 10 * second : 30 * second;
}
