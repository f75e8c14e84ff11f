import { asc, eq } from "drizzle-orm";
import { type MailProduct, placeOf } from "@/features/newsletter/mail";
import { newsletterSettings } from "../../db/schema.ts";
import type { Context, Jobs } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { JobHandlers, JobRun } from "../../kernel/runs.ts";
import { currentSlot } from "../../kernel/timetable.ts";
import type { MailKeys } from "../../ports/mail/mailer.ts";
import { noteMailService, readKeys } from "../integrations/index.ts";
import { type ReadyNewsletter, readReady, renderNewsletter } from "./newsletter.ts";
import {
  callMailer,
  type MailOutcome,
  newsletterProducts,
  recordMail,
} from "./newsletter-mails.ts";
import {
  claimWaiting,
  endEarlierRuns,
  leaveOutRest,
  listRecipients,
  nextMails,
  nextRetry,
  noteRun,
  type WaitingMail,
} from "./newsletter-runs.ts";
import { unsubscribeUrl } from "./unsubscribing.ts";

/** Starts the weekly newsletter of every group that has one. A retry sends no mail twice. */
export const newsletter: JobHandlers["newsletter"] = async (_, { transaction }) => {
  const groups = await transaction(async (context) => {
    const { db, ports } = context;
    const slot = currentSlot("newsletter", ports.clock.now());
    const active = await db
      .select({ id: newsletterSettings.group_id })
      .from(newsletterSettings)
      .where(eq(newsletterSettings.is_active, true))
      .orderBy(asc(newsletterSettings.group_id));
    for (const { id } of active) {
      await endEarlierRuns(context, { groupId: id, slot });
      const work = { groupId: id, slot: slot.toISOString(), after: 0, silences: 0 };
      await enqueueBatch(context, work);
    }
    return active.length;
  });
  return { groups };
};

type Work = Jobs["send-newsletter"];

/**
 * Enqueues the next batch. At most one job of a newsletter waits, so that none is sent by two at once.
 */
const enqueueBatch = (
  { enqueue }: Pick<Context, "enqueue">,
  work: Work,
  options: { readonly startAfter?: Date } = {},
) =>
  enqueue("send-newsletter", work, {
    ...options,
    singletonKey: `${work.slot}:${work.groupId}`,
  });

type Batch = Pick<ReadyNewsletter, "settings"> & {
  readonly keys: MailKeys;
  readonly integrationId: number;
  readonly products: readonly MailProduct[];
  readonly mails: readonly WaitingMail[];
};

/** Mails per job, so that no job exceeds the queue's time limit. */
const batchSize = 50;

/** The newsletter stops after this many mails in a row without an answer; each wait doubles. */
const maxSilences = 6;

/** The number of tries of a mail that is put off; then its recipient counts as refused. */
const maxTries = 10;

/** The number of consecutive recipients that are put off after which all have to wait. */
const maxPutOff = 5;

const minute = 60_000;
const hour = 60 * minute;

const runOf = ({ groupId, slot }: Work) => ({ groupId, slot: new Date(slot) });

/**
 * Sends the newsletter of a week to the next of its recipients, to each at most once. Before every
 * mail it checks that the newsletter is still active. What the mail service puts off waits, and is
 * sent later. Throws a Fault that names the line of a template that does not render, before that mail
 * is sent.
 *
 * Some refusals may mean the sender or the recipient ("not allowed"). After a mail that was taken,
 * one is the recipient's own. As the first of a newsletter, or if it is the second since a mail was
 * taken, it is the sender's: the newsletter stops, and 'Run again' begins with the other recipients.
 */
export const sendNewsletter: JobHandlers["send-newsletter"] = async (work, run) => {
  // In a job of its own, because a job that throws is retried, and would send the batch again.
  if (work.stopped) throw new Fault(whyStopped(work));
  const figures = { sent: 0, refused: 0, unknown: 0 };
  if (!work.isListed) await list(run, work);
  const batch = await run.transaction((context) => readBatch(context, work));
  if (!batch) return figures;
  if (batch.mails.length === 0) {
    await run.transaction((context) => waitForPutOff(context, work));
    return figures;
  }
  const next: Work = { ...work, isListed: true };
  const quota = await readQuota(run, batch.keys);
  if (quota.status !== "ok") {
    await run.transaction((context) => pause(context, next, batch, quota));
    return figures;
  }
  let putOff = 0;
  let { isTaking = false } = work;
  for (const mail of batch.mails) {
    if (quota.left !== null && figures.sent >= quota.left) {
      await run.transaction((context) =>
        pause(context, { ...next, isTaking }, batch, quotaUsedUp(context)),
      );
      return figures;
    }
    const outcome = await send(run, { ...work, isTaking }, batch, mail);
    if (outcome === "off") break;
    if (outcome === "gone") continue;
    if (outcome.status === "sent") {
      figures.sent += 1;
      isTaking = true;
    }
    if (outcome.status === "failed") {
      figures.refused += 1;
      if (outcome.mayBeOfAll) isTaking = false;
    }
    putOff = outcome.status === "later" ? putOff + 1 : 0;
    const isPause =
      outcome.status === "credentials" ||
      outcome.status === "unknown" ||
      (outcome.status === "later" && (!outcome.isOfMail || putOff >= maxPutOff));
    if (!isPause) continue;
    if (outcome.status === "unknown") figures.unknown += 1;
    // Only consecutive mails without an answer count.
    const silences = figures.sent + figures.refused > 0 ? 0 : work.silences;
    await run.transaction((context) =>
      pause(context, { ...next, silences, isTaking }, batch, outcome),
    );
    return figures;
  }
  await run.transaction(async (context) => {
    if (figures.sent > 0) await noteMailService(context, batch.integrationId, null);
    await enqueueBatch(context, { ...next, silences: 0, isTaking });
  });
  return figures;
};

function whyStopped({ stopped, groupId, why = "" }: Work): string {
  return stopped === "silent"
    ? `The mail service does not answer, so no more newsletters are sent: group ${groupId}.`
    : `The mail service refuses every newsletter of group ${groupId}: ${why}`;
}

/** Lists who gets the newsletter, in parts. */
async function list({ transaction }: JobRun, work: Work): Promise<void> {
  const isOn = await transaction((context) => readyToSend(context, work.groupId));
  if (!isOn?.settings.is_active) return;
  for (let after: number | undefined = work.after; after !== undefined; ) {
    const from: number = after;
    after = await transaction((context) => listRecipients(context, runOf(work), from));
  }
}

type Pause = Extract<MailOutcome, { readonly status: "later" | "credentials" | "unknown" }>;

/** Returns the rest of the account's quota, or why nothing can be sent. */
async function readQuota(
  { ports: { mailer } }: JobRun,
  keys: MailKeys,
): Promise<Pause | { readonly status: "ok"; readonly left: number | null }> {
  try {
    const answer = await mailer.quota(keys, AbortSignal.timeout(30_000));
    if (answer.ok) return { status: "ok", left: answer.left };
    const { error } = answer;
    return answer.why === "later"
      ? { status: "later", error, retryAt: answer.retryAt, isOfMail: false }
      : { status: "credentials", error, mayBeOfMail: false };
  } catch {
    return { status: "unknown", error: "The mail service does not answer." };
  }
}

const quotaUsedUp = ({ ports }: Context): Pause => ({
  status: "later",
  error: "The account's quota of mails in 24 hours is used up.",
  retryAt: new Date(ports.clock.now().getTime() + hour),
  isOfMail: false,
});

/** Sends nothing more for now: until a time, or until a person has acted. */
async function pause(context: Context, work: Work, batch: Batch, why: Pause): Promise<void> {
  const run = runOf(work);
  const { error } = why;
  if (why.status === "credentials") {
    await noteRun(context, run, { wait_until: null, why: error });
    // A rehearsal says nothing about the keys.
    if (!context.ports.world.isHeld) await noteMailService(context, batch.integrationId, error);
    return enqueueBatch(context, { ...work, stopped: "refused", why: error });
  }
  if (why.status === "later") {
    await noteRun(context, run, { wait_until: why.retryAt, why: error });
    return enqueueBatch(context, work, { startAfter: why.retryAt });
  }
  // Each mail without an answer stays unknown for good, so the wait doubles.
  const { silences } = work;
  const words = "The mail service does not answer.";
  if (silences >= maxSilences) {
    await noteRun(context, run, { wait_until: null, why: words });
    return enqueueBatch(context, { ...work, stopped: "silent" });
  }
  const wait = (2 ** silences * minute) / context.speed;
  const startAfter = new Date(context.ports.clock.now().getTime() + wait);
  await noteRun(context, run, { wait_until: startAfter, why: words });
  return enqueueBatch(context, { ...work, silences: silences + 1 }, { startAfter });
}

/** Goes on when the first of the recipients may be tried again that were put off. */
async function waitForPutOff(context: Context, work: Work): Promise<void> {
  const startAfter = await nextRetry(context, runOf(work));
  if (startAfter === null) return;
  await enqueueBatch(context, { ...work, isListed: true, silences: 0 }, { startAfter });
}

/** Sends one mail. Returns `gone` if it is not wanted any more, or another process has it. */
async function send(
  run: JobRun,
  work: Work,
  { settings, keys, products }: Batch,
  { id, recipient, subscriber, tries }: WaitingMail,
): Promise<MailOutcome | "gone" | "off"> {
  const { ports, transaction } = run;
  const unsubscribe = unsubscribeUrl(ports, { group: work.groupId, email: recipient });
  const rendered = await renderNewsletter(ports, settings, {
    subscriber_name: subscriber?.name ?? "",
    products,
    unsubscribe_url: unsubscribe,
  });
  if (!rendered.ok) {
    const place = placeOf(rendered.errors[0]);
    throw new Fault(`The newsletter of group ${work.groupId} does not render: ${place}.`);
  }
  // Before the claim: a mail that is being sent when the process dies stays unknown.
  await ports.mailer.turn(keys);
  const claim = await transaction((context) => claimWaiting(context, id));
  if (claim !== "claimed") return claim;
  const { subject, html } = rendered;
  const answer = await callMailer(ports, keys, {
    from: settings.sender_email,
    to: recipient,
    subject,
    html,
    unsubscribeUrl: unsubscribe,
  });
  const outcome = decided(answer, tries + 1, work.isTaking);
  await transaction((context) => recordMail(context, id, outcome));
  return outcome;
}

/** Returns the outcome for a recipient, where the mail service leaves it open. */
function decided(answer: MailOutcome, tries: number, isTaking = false): MailOutcome {
  if (answer.status === "later" && answer.isOfMail && tries >= maxTries) {
    return { status: "failed", error: answer.error };
  }
  if (answer.status === "credentials" && answer.mayBeOfMail && isTaking) {
    return { status: "failed", error: answer.error, mayBeOfAll: true };
  }
  return answer;
}

/** Returns undefined if the newsletter is switched off or its group was deleted. */
async function readBatch(context: Context, work: Work): Promise<Batch | undefined> {
  const run = runOf(work);
  const ready = await readyToSend(context, work.groupId);
  if (!ready) return undefined;
  if (!ready.settings.is_active) {
    await leaveOutRest(context, run);
    return undefined;
  }
  await noteRun(context, run, { wait_until: null, why: null });
  return {
    ...ready,
    products: await newsletterProducts(context, work.groupId),
    mails: await nextMails(context, run, batchSize),
  };
}

/** Returns undefined if the group was deleted. Throws a Fault if its settings are incomplete. */
async function readyToSend(context: Context, groupId: number) {
  try {
    const { settings, service } = await readReady(context, groupId);
    return {
      settings,
      integrationId: service.id,
      keys: settings.is_active ? readKeys(context.ports.secrets, service) : {},
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) return undefined;
    throw new Fault(`The newsletter of group ${groupId} cannot be sent. ${error.message}`);
  }
}
