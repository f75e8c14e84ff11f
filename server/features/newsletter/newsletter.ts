import { and, eq, getTableColumns } from "drizzle-orm";
import type { z } from "zod";
import type { newsletterApi } from "@/features/newsletter/contract";
import {
  fullVariables,
  type MailVariables,
  placeOf,
  sampleVariables,
  sayMistake,
  sizeWarning,
  sparseVariables,
  type TemplateError,
} from "@/features/newsletter/mail";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { integrations, mails, newsletterSettings } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { type FieldIssue, fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import type { RequestRun } from "../../kernel/runs.ts";
import type { Ports } from "../../ports/ports.ts";
import { noteSettings } from "../activity/index.ts";
import { type IntegrationRow, readKeys } from "../integrations/index.ts";
import {
  callMailer,
  claimMail,
  type MailOutcome,
  type MailRow,
  maxProductsOf,
  recordMail,
} from "./newsletter-mails.ts";
import { unsubscribeUrl } from "./unsubscribing.ts";

type NewsletterRow = typeof newsletterSettings.$inferSelect;
type OnWire = WireOf<typeof newsletterApi.settings>;
type Update = z.output<typeof newsletterApi.saveSettings.body>;

const { group_id: _group, updated_at: _updated, ...onWire } = getTableColumns(newsletterSettings);

const blank: OnWire = {
  is_active: false,
  integration_id: null,
  sender_email: null,
  subject_template: "",
  mjml_template: "",
};

export async function readNewsletter(context: Context, groupId: Id): Promise<OnWire> {
  const group = await findGroup(context, groupId);
  const [settings] = await context.db
    .select(onWire)
    .from(newsletterSettings)
    .where(eq(newsletterSettings.group_id, group.id));
  return settings ?? blank;
}

/**
 * Throws a 422 Refusal if the integration is not an Amazon SES of the group. For an active
 * newsletter also 422 if a template does not render with one of the samples, and 503 if the
 * renderer does not work.
 */
export async function saveNewsletter(
  { ports, transaction, conclude }: RequestRun,
  groupId: Id,
  body: Update,
): Promise<OnWire> {
  await transaction((context) => checkIntegration(context, groupId, body));
  if (body.is_active) await checkTemplates(ports, body);
  return conclude(async (context) => {
    const { group_id, integration_id } = await checkIntegration(context, groupId, body);
    const values = { ...body, integration_id, updated_at: context.ports.clock.now() };
    await context.db
      .insert(newsletterSettings)
      .values({ ...values, group_id })
      .onConflictDoUpdate({ target: newsletterSettings.group_id, set: values });
    await noteSettings(context, group_id, "Newsletter", "newsletter");
    return readNewsletter(context, group_id);
  });
}

async function checkIntegration(
  context: Context,
  groupId: Id,
  { integration_id }: Pick<Update, "integration_id">,
): Promise<{ group_id: number; integration_id: number | null }> {
  const { id } = await findGroup(context, groupId);
  if (integration_id === null) return { group_id: id, integration_id: null };
  const found = await mailServiceOf(context, id, rowId(integration_id));
  if (found) return { group_id: id, integration_id: found.id };
  throw fieldRefusal("integration_id", "Choose an Amazon SES integration of this group.");
}

/** Returns the integration, or undefined if it is not an Amazon SES of the group. */
async function mailServiceOf({ db }: Context, groupId: number, integrationId: number | null) {
  const [found] = await db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.id, integrationId ?? 0),
        eq(integrations.group_id, groupId),
        eq(integrations.platform, "amazon_ses"),
      ),
    );
  return found;
}

/** Renders with all variables, without any, and with a product that has only a name. */
async function checkTemplates(ports: Ports, settings: Update): Promise<void> {
  const full = sampleOf(ports);
  for (const variables of [full, ...sparseVariables(full)]) {
    const rendered = await renderNewsletter(ports, settings, variables);
    const mistakes = rendered.ok ? rendered.removed : rendered.errors;
    if (mistakes.length > 0) throw new Refusal(422, mistakes.map(templateIssue));
  }
}

const templateIssue = (error: TemplateError): FieldIssue => ({
  loc: ["body", error.part === "subject" ? "subject_template" : "mjml_template"],
  msg: sayMistake(error),
  type: "value_error",
});

/** Renders the settings' templates; 503 if the renderer does not work. */
export const renderNewsletter = (
  { mailRenderer }: Ports,
  { subject_template, mjml_template }: Pick<Update, "subject_template" | "mjml_template">,
  variables: MailVariables,
) =>
  mailRenderer.render({ subject: subject_template, mjml: mjml_template, variables }).catch(() => {
    throw new Refusal(503, "Templates cannot be rendered right now. Try again.");
  });

const sampleOf = (ports: Ports): MailVariables =>
  sampleVariables(ports.publicOrigin, unsubscribeUrl(ports, "test"));

/**
 * Sends the saved newsletter to one address, by default its own sender, once for each command. 409
 * if the settings are incomplete or an earlier try of the command is still running; 422 if a
 * template does not render; 400 with the mail service's words if it refuses; 429 if it asks to
 * wait; 503 if it does not answer.
 */
export async function sendTest(
  { ports, transaction, conclude }: RequestRun,
  groupId: Id,
  command: string,
  { to }: z.output<typeof newsletterApi.sendTest.query> = {},
): Promise<WireOf<typeof newsletterApi.sendTest>> {
  const origin = `test:${command}`;
  const earlier = await transaction((context) => mailOf(context, origin));
  if (earlier) return conclude(async () => answerOf(earlier.recipient, earlier));

  const { settings, service } = await transaction((context) => readReady(context, groupId));
  const keys = readKeys(ports.secrets, service);
  const sample = sampleOf(ports);
  const rendered = await renderNewsletter(ports, settings, sample);
  if (!rendered.ok) {
    const [error] = rendered.errors;
    throw new Refusal(422, `${placeOf(error)}: ${error.message}`);
  }
  const { sender_email: address, group_id } = settings;
  const products = await transaction((context) => maxProductsOf(context, group_id));
  const full = await renderNewsletter(ports, settings, fullVariables(sample, products));
  const recipient = to ?? address;
  const order = { group_id, subscriber_id: null, origin, recipient };
  // A test in the middle of a newsletter takes its turn at the service's rate.
  await ports.mailer.turn(keys);
  const id = await transaction((context) => claimMail(context, order));
  if (id === undefined) throw new Refusal(409, isBeingSent);
  const { subject, html, removed, size } = rendered;
  const [lost] = removed;
  const warnings = [
    lost && `${placeOf(lost)}: ${lost.message}`,
    sizeWarning({ size, fullSize: full.ok ? full.size : null, products }),
  ];
  const outcome = await callMailer(ports, keys, {
    from: address,
    to: recipient,
    subject,
    html,
    unsubscribeUrl: unsubscribeUrl(ports, "test"),
  });
  // In its own transaction: the Refusal below rolls back the concluding one.
  if (outcome.status !== "sent") {
    // A test email does not wait: a person presses again.
    const end =
      outcome.status === "unknown" ? outcome : ({ ...outcome, status: "failed" } as const);
    await transaction((context) => recordMail(context, id, end));
  }
  return conclude(async (context) => {
    if (outcome.status === "sent") await recordMail(context, id, outcome);
    return answerOf(recipient, outcome, warnings);
  });
}

/** Settings that are complete enough to send. */
export type ReadyNewsletter = {
  readonly settings: NewsletterRow & { readonly sender_email: string };
  readonly service: IntegrationRow;
};

/** Throws a 409 Refusal that names the missing setting; 404 if the group does not exist. */
export async function readReady(context: Context, groupId: Id): Promise<ReadyNewsletter> {
  const { id } = await findGroup(context, groupId);
  const [settings] = await context.db
    .select()
    .from(newsletterSettings)
    .where(eq(newsletterSettings.group_id, id));
  const service = settings && (await mailServiceOf(context, id, settings.integration_id));
  if (!service) throw new Refusal(409, "Select an integration and save the settings first.");
  const { sender_email } = settings;
  if (!sender_email) throw new Refusal(409, "Enter a sender email and save the settings first.");
  return { settings: { ...settings, sender_email }, service };
}

async function mailOf({ db }: Context, origin: string): Promise<MailRow | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.origin, origin));
  return mail;
}

const isBeingSent = "This test email is being sent.";

function answerOf(
  recipient: string,
  outcome: MailOutcome | Pick<MailRow, "status" | "error">,
  warnings: readonly (string | undefined)[] = [],
) {
  switch (outcome.status) {
    case "sent": {
      const sentences = [`Test email sent to ${recipient}.`, ...warnings];
      return { message: sentences.filter((sentence) => sentence !== undefined).join(" ") };
    }
    case "sending":
      throw new Refusal(409, isBeingSent);
    case "later":
      // Not 503: the mail was certainly not sent.
      throw new Refusal(429, outcome.error ?? "");
    case "unknown":
      throw new Refusal(503, outcome.error ?? "");
    default:
      throw new Refusal(400, outcome.error ?? "");
  }
}
