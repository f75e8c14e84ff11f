import { and, asc, eq, gt, notExists, sql } from "drizzle-orm";
import { type MailProduct, placeOf } from "@/features/newsletter/mail";
import type { Context, Jobs } from "../context.ts";
import { mails, newsletterSettings, subscribers } from "../db/schema.ts";
import { readKeys } from "../domain/integrations.ts";
import { type ReadyNewsletter, readReady, renderNewsletter } from "../domain/newsletter.ts";
import { claimMail, newsletterProducts, sendOnce } from "../domain/newsletter-mails.ts";
import { unsubscribeUrl } from "../domain/unsubscribing.ts";
import { Fault } from "../fault.ts";
import { Refusal } from "../refusal.ts";
import type { JobRun } from "../use-case.ts";
import type { JobHandlers } from "./job.ts";
import { currentSlot } from "./timetable.ts";

/** Starts the weekly newsletter of every group that has one. A retry sends no mail twice. */
export const newsletter: JobHandlers["newsletter"] = async (_, { transaction }) => {
  const groups = await transaction(async (context) => {
    const { db, ports } = context;
    const slot = currentSlot("newsletter", ports.clock.now()).toISOString();
    const active = await db
      .select({ id: newsletterSettings.group_id })
      .from(newsletterSettings)
      .where(eq(newsletterSettings.is_active, true))
      .orderBy(asc(newsletterSettings.group_id));
    for (const { id } of active) {
      await enqueueBatch(context, { groupId: id, slot, after: 0, silences: 0 });
    }
    return active.length;
  });
  return { groups };
};

type Work = Jobs["send-newsletter"];

const enqueueBatch = (
  { enqueue }: Pick<Context, "enqueue">,
  work: Work,
  options: { readonly startAfter?: Date } = {},
) =>
  enqueue("send-newsletter", work, {
    ...options,
    singletonKey: `${work.slot}:${work.groupId}:${work.after}`,
  });

type Subscriber = Pick<typeof subscribers.$inferSelect, "id" | "email" | "name">;

type Batch = Pick<ReadyNewsletter, "settings"> & {
  /** The keys of the mail service. */
  readonly keys: Readonly<Record<string, string>>;
  readonly products: readonly MailProduct[];
  readonly subscribers: readonly Subscriber[];
};

/** Subscribers per job, so that no job exceeds the queue's time limit. */
const batchSize = 50;

/** The newsletter stops after this many refusals of the account without a sent mail in between. */
const maxRefusals = 10;

/**
 * The newsletter stops after this many consecutive mails without an answer. The wait doubles each
 * time.
 */
const maxSilences = 6;
const minute = 60_000;

const whyStopped: Readonly<Record<NonNullable<Work["stopped"]>, string>> = {
  refused: "The mail service refuses every newsletter",
  silent: "The mail service does not answer, so no more newsletters are sent",
};

/**
 * Sends the newsletter of a week to the next batch of subscribers, to each at most once. Before every
 * mail it checks that the newsletter is still active. Throws a Fault that names the line of a template
 * that does not render, before that mail is sent.
 */
export const sendNewsletter: JobHandlers["send-newsletter"] = async (work, run) => {
  // In a job of its own, because a job that throws is retried, and would send the batch again.
  if (work.stopped) throw new Fault(`${whyStopped[work.stopped]}: group ${work.groupId}.`);
  const figures = { sent: 0, refused: 0, unknown: 0 };
  const batch = await run.transaction((context) => readBatch(context, work));
  if (!batch) return figures;
  let refusals = 0;
  for (const subscriber of batch.subscribers) {
    const outcome = await mail(run, work, batch, subscriber);
    const after = subscriber.id;
    if (outcome?.status === "unknown") {
      figures.unknown += 1;
      // Only consecutive mails without an answer count.
      const silences = figures.sent + figures.refused > 0 ? 0 : work.silences;
      await run.transaction((context) => enqueueAfterWait(context, { ...work, after, silences }));
      return figures;
    }
    if (outcome?.status === "sent") {
      figures.sent += 1;
      refusals = 0;
    }
    if (outcome?.status === "failed") {
      figures.refused += 1;
      // A refused recipient says nothing about the next one.
      if (outcome.of === "account") refusals += 1;
    }
    if (refusals >= maxRefusals) {
      const stopped = { ...work, after, stopped: "refused" } as const;
      await run.transaction((context) => enqueueBatch(context, stopped));
      return figures;
    }
  }
  const last = batch.subscribers.at(-1);
  if (last && batch.subscribers.length === batchSize) {
    const next = { ...work, after: last.id, silences: 0 };
    await run.transaction((context) => enqueueBatch(context, next));
  }
  return figures;
};

/** Undefined if the subscriber has had the mail already, or must not get it any more. */
async function mail(run: JobRun, work: Work, batch: Batch, subscriber: Subscriber) {
  const { settings, keys, products } = batch;
  const unsubscribe = unsubscribeUrl(run.ports, {
    group: work.groupId,
    email: subscriber.email,
  });
  const rendered = await renderNewsletter(run.ports, settings, {
    subscriber_name: subscriber.name ?? "",
    products,
    unsubscribe_url: unsubscribe,
  });
  if (!rendered.ok) {
    const place = placeOf(rendered.errors[0]);
    throw new Fault(`The newsletter of group ${work.groupId} does not render: ${place}.`);
  }
  return sendOnce(run, (context) => claim(context, work, subscriber), keys, {
    from: settings.sender_email,
    to: subscriber.email,
    subject: rendered.subject,
    html: rendered.html,
    unsubscribeUrl: unsubscribe,
  });
}

const prefixOf = ({ slot }: Work) => `newsletter:${slot}:`;
const originOf = (work: Work, subscriberId: number) => `${prefixOf(work)}${subscriberId}`;

/** Undefined if the newsletter is switched off or its group was deleted. */
async function readBatch(context: Context, work: Work): Promise<Batch | undefined> {
  const { db } = context;
  const ready = await readyToSend(context, work.groupId);
  if (!ready?.settings.is_active) return undefined;
  const tried = db
    .select({ one: sql`1` })
    .from(mails)
    .where(eq(mails.origin, sql`concat(${prefixOf(work)}::text, ${subscribers.id})`));
  const next = await db
    .select({ id: subscribers.id, email: subscribers.email, name: subscribers.name })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.group_id, work.groupId),
        eq(subscribers.is_active, true),
        gt(subscribers.id, work.after),
        notExists(tried),
      ),
    )
    .orderBy(asc(subscribers.id))
    .limit(batchSize);
  return {
    ...ready,
    products: await newsletterProducts(context, work.groupId),
    subscribers: next,
  };
}

/** Undefined if the group was deleted. Throws a Fault if its settings are incomplete. */
async function readyToSend(context: Context, groupId: number) {
  try {
    const { settings, service } = await readReady(context, groupId);
    return { settings, keys: settings.is_active ? readKeys(context.ports.secrets, service) : {} };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) return undefined;
    throw new Fault(`The newsletter of group ${groupId} cannot be sent. ${error.message}`);
  }
}

/**
 * Undefined if it was claimed before, or if newsletter or subscription ended since the batch was
 * read.
 */
async function claim(context: Context, work: Work, { id, email }: Subscriber) {
  const [wanted] = await context.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .innerJoin(newsletterSettings, eq(newsletterSettings.group_id, subscribers.group_id))
    .where(
      and(
        eq(subscribers.id, id),
        eq(subscribers.is_active, true),
        eq(newsletterSettings.is_active, true),
      ),
    );
  if (!wanted) return undefined;
  return claimMail(context, {
    group_id: work.groupId,
    subscriber_id: id,
    origin: originOf(work, id),
    recipient: email,
  });
}

/** Waits before the next mail: each mail without an answer stays unknown for good. */
async function enqueueAfterWait(context: Context, { silences, ...work }: Work) {
  if (silences >= maxSilences) {
    return enqueueBatch(context, { ...work, silences, stopped: "silent" });
  }
  const wait = (2 ** silences * minute) / context.speed;
  const startAfter = new Date(context.ports.clock.now().getTime() + wait);
  return enqueueBatch(context, { ...work, silences: silences + 1 }, { startAfter });
}
