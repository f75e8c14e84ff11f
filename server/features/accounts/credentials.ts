import type { z } from "zod";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import type { accountsApi } from "@/features/accounts/contract";
import type { accounts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { type FieldIssue, Refusal } from "../../kernel/refusal.ts";
import type { JobRun } from "../../kernel/runs.ts";
import type { PlatformAccount } from "../../ports/publisher.ts";

export type NewAccount = z.output<typeof accountsApi.add.body>;

/** The facts that a platform tells of credentials that it accepts. */
export type Proof = Partial<
  Pick<typeof accounts.$inferInsert, "last_test" | "credentials_owner" | "credentials_expire_at">
>;

/**
 * Tests credentials before they are stored, where the platforms are real. Throws a 400 Refusal if they
 * are refused; credentials that could not be tested now are stored as untested.
 */
export async function proveCredentials(
  { ports, transaction }: JobRun,
  candidate: (context: Context) => Promise<PlatformAccount>,
): Promise<Proof> {
  if (ports.world.kind === "sandbox") return {};
  const account = await transaction(candidate);
  if (Object.keys(account.credentials).length === 0) return {};
  const answer = await ports.publisher
    .test(account, AbortSignal.timeout(30_000))
    .catch(() => undefined);
  if (!answer || (!answer.ok && answer.why === "later")) return {};
  if (!answer.ok) throw new Refusal(400, answer.error);
  return {
    last_test: "passed",
    credentials_owner: answer.owner ?? null,
    credentials_expire_at: answer.expiresAt ?? endOf(account.platform, ports.clock.now()),
  };
}

/**
 * Returns the end of LinkedIn's tokens, which LinkedIn does not tell: 60 days after they were made,
 * here after they were entered.
 */
const endOf = (platform: PlatformType, entered: Date): Date | null =>
  platform === "linkedin_profile" || platform === "linkedin_organization"
    ? new Date(entered.getTime() + 60 * 24 * 60 * 60_000)
    : null;

/**
 * Returns the credentials, trimmed and without blank ones; 422 with an issue for each unknown or
 * missing one.
 */
export function checkedCredentials({
  platform_type,
  credentials,
}: Pick<NewAccount, "platform_type" | "credentials">): Record<string, string> {
  const { label, fields, fieldsRequired } = platforms[platform_type];
  const names = fields.map(({ name }) => name);
  const filled = Object.entries(credentials).flatMap(([name, value]) =>
    value.trim() ? [[name, value.trim()] as const] : [],
  );
  const given = new Map(filled);
  const unknown = Object.keys(credentials)
    .filter((name) => !names.includes(name))
    .map((name) => credentialIssue(name, `${label} has no such credential.`));
  const missing = fields
    .filter(({ name }) => fieldsRequired && !given.has(name))
    .map((field) => credentialIssue(field.name, `${field.label} is required.`));
  const issues = [...unknown, ...missing];
  if (issues.length > 0) throw new Refusal(422, issues);
  return Object.fromEntries(given);
}

const credentialIssue = (name: string, msg: string): FieldIssue => ({
  loc: ["body", "credentials", name],
  msg,
  type: "value_error",
});
