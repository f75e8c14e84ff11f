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
import type { ListedPost } from "./lists.ts";
import {
  idSchema,
  isSameText,
  isUnreadable,
  type Meta,
  permalinkOf,
  type Reply,
  refusalOfSearch,
  type Sleep,
} from "./meta.ts";

/**
 * A container of Instagram or Threads is a post that is not visible yet. It is made, processed and then
 * published once at most: publishing the same container again cannot double the post.
 */
export type Containers = {
  /** Its name in sentences. */
  readonly platform: string;
  readonly noun: "image" | "video" | "text";
  readonly post: Publication["post"];
  readonly clock: Clock;
  readonly meta: Meta;
  /** The address of the API; an object's own is its id below it. */
  readonly base: string;
  readonly read: (container: string) => Promise<Reply<ContainerState>>;
  /** The address of the creating call. */
  readonly publishAt: string;
  /** Returns the account's posts since then, the newest first. */
  readonly list: (since: Date) => Promise<Reply<readonly ListedPost[]>>;
  /** The address of the account, for a post whose own is not known. */
  readonly profile: string;
  /** The time before the first look at a new container, in ms. */
  readonly firstCheckDelay: number;
  readonly pause: Sleep | undefined;
};

/** The containers, with the function that makes one. */
type Making = Containers & { readonly create: () => Promise<Created> };

/** "faulty": the fault may lie in this container, and another one may do. */
export type Created =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: "faulty"; readonly refused: Refused }
  | Refused;

export type ContainerState = {
  readonly status: "IN_PROGRESS" | "FINISHED" | "ERROR" | "EXPIRED" | "PUBLISHED";
  /** For ERROR and EXPIRED. */
  readonly error: string;
  readonly isWorthAnother: boolean;
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

const storedIn = (trace: Trace, { post, clock }: Containers): Container | undefined => {
  const { container: id, made_at, content, second: isSecondContainer, tries } = trace;
  const madeAt = new Date(made_at ?? Number.NaN);
  // A post that was edited since needs another container, and an old one has expired.
  const isFresh = clock.now().getTime() - madeAt.getTime() < lifetime;
  if (!id || content !== digestOf(post) || !isFresh) return;
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
export async function publishByContainer(making: Making, attempt: Attempt): Promise<Outcome> {
  const stored = storedIn(attempt.trace, making);
  return stored ? goOn(making, stored, attempt) : begin(making, attempt, false);
}

async function begin(
  making: Making,
  attempt: Attempt,
  isSecondContainer: boolean,
): Promise<Outcome> {
  const { clock, firstCheckDelay } = making;
  const created = await making.create();
  if (created.ok !== true) {
    const isFaulty = created.ok === "faulty";
    if (isFaulty && !isSecondContainer) return begin(making, attempt, true);
    await attempt.prepared({});
    return isFaulty ? created.refused : created;
  }
  const made = { id: created.id, madeAt: clock.now(), isSecondContainer, tries: 0 };
  await attempt.prepared(traceOf(made, making));
  return firstCheckDelay > 0 ? waiting(making, firstCheckDelay) : goOn(making, made, attempt);
}

async function goOn(making: Making, container: Container, attempt: Attempt): Promise<Outcome> {
  const outcome = await continueContainer(making, container, attempt);
  return outcome === "dead" ? begin(making, attempt, true) : outcome;
}

/** Goes on with a container. "dead": it will never be published, and another one is worth a try. */
async function continueContainer(
  containers: Containers,
  container: Container,
  attempt: Attempt,
): Promise<Outcome | "dead"> {
  const age = containers.clock.now().getTime() - container.madeAt.getTime();
  const reply = await containers.read(container.id);
  if (!reply.ok && !isUnreadable(reply)) return reply.refused;
  if (!reply.ok && age < 2 * minute) return waiting(containers, 5 * second);
  const { status, error, isWorthAnother } = reply.ok ? reply.value : gone(containers.platform);
  switch (status) {
    case "IN_PROGRESS":
      return waiting(containers, checkDelay(age, containers));
    case "PUBLISHED":
      return findPublished(containers, container.id, container.madeAt);
    case "FINISHED":
      if (container.tries >= maxTries && !container.isSecondContainer) return "dead";
      return commit(containers, container, attempt);
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
): Promise<Outcome> {
  const { platform, clock, meta, base, profile, pause } = containers;
  const tried = { ...container, tries: container.tries + 1 };
  const since = clock.now();
  await attempt.committing(traceOf(tried, containers));
  const form = { creation_id: container.id };
  const sent = await meta({ method: "POST", url: containers.publishAt, form }, idSchema);
  if (sent.ok) {
    const externalId = sent.value;
    const url = await permalinkOf(meta, `${base}/${externalId}`, "permalink", pause);
    return { ok: true, externalId, url: url ?? profile };
  }
  // Meta refuses posts that are published all the same: the container knows. A failure of this read
  // must not be taken for one of the creating call.
  const after = await containers.read(container.id).catch(() => undefined);
  if (after?.ok && after.value.status === "PUBLISHED") {
    return findPublished(containers, container.id, since);
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
): Promise<Published | Waiting> {
  const { platform, profile, clock } = containers;
  const reply = await findInList(containers, since).catch(() => undefined);
  if (reply?.ok && reply.value) return reply.value;
  if (clock.now().getTime() - since.getTime() < 5 * minute) {
    const note = `${platform} has published the post and does not list it yet.`;
    return askAgain(containers, 30 * second, note);
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
): Promise<SearchResult> {
  const { platform, noun, clock } = containers;
  const advice = `Look at the profile on ${platform}.`;
  const { container } = trace;
  const unsure = { ok: "unsure", advice } as const;
  /** Looks at the account's list, where a post without a text cannot be told from others. */
  const onAccount = async (otherwise: Absent | Unsure): Promise<SearchResult> => {
    if (!containers.post.text.trim()) return otherwise;
    const reply = await findInList(containers, since);
    if (reply.ok) return reply.value ?? otherwise;
    const refused = refusalOfSearch(reply.refused);
    return refused.why ? refused : unsure;
  };
  if (!container) return onAccount(unsure);
  const age = clock.now().getTime() - since.getTime();
  const reply = await containers.read(container);
  if (!reply.ok && !isUnreadable(reply)) return refusalOfSearch(reply.refused);
  const checking = (ms: number) =>
    askAgain(containers, ms, `Checking whether the ${noun} is on ${platform}.`);
  if (!reply.ok) return age < 5 * minute ? checking(10 * second) : onAccount(unsure);
  switch (reply.value.status) {
    case "PUBLISHED":
      return findPublished(containers, container, since);
    case "IN_PROGRESS":
      return checking(10 * second);
    case "FINISHED":
      // The call may still be under way there.
      return age < minute ? checking(minute - age) : { ok: "absent" };
    case "EXPIRED":
      return onAccount({ ok: "absent" });
    default:
      return { ok: "absent" };
  }
}

const askAgain = ({ clock }: Containers, pause: number, note: string): Waiting => ({
  ...{ ok: "waiting", note, askAt: new Date(clock.now().getTime() + pause) },
});

const waiting = (containers: Containers, pause: number) =>
  askAgain(containers, pause, `${containers.platform} is processing the ${containers.noun}.`);

/**
 * Returns the time before the next look: short for what is processed in seconds, longer for what is not.
 */
function checkDelay(age: number, { firstCheckDelay }: Containers): number {
  if (firstCheckDelay > 0) return minute;
  if (age < 2 * second) return 2 * second;
  if (age < 10 * second) return 5 * second;
  return age < minute ? 10 * second : 30 * second;
}
