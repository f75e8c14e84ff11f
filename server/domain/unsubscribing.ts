import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { subscribers } from "../db/schema.ts";
import type { Secrets } from "../ports/secrets.ts";

export const unsubscribePath = "/newsletter/unsubscribe";

/** The subscriber id of an unsubscribe link, or `test` for the link of a test email. */
export type UnsubscribeLink = number | "test";

const purpose = "unsubscribe:";

/**
 * An absolute URL. The token is encrypted, so that nobody can forge the link of another subscriber.
 */
export const unsubscribeUrl = (
  { secrets, publicOrigin }: Pick<Context["ports"], "secrets" | "publicOrigin">,
  link: UnsubscribeLink,
) => `${publicOrigin}${unsubscribePath}?token=${secrets.seal(purpose + link)}`;

/** Undefined if the token was not made by `unsubscribeUrl` with this key. */
export function readUnsubscribeLink(secrets: Secrets, token: string): UnsubscribeLink | undefined {
  const link = /^unsubscribe:(test|\d+)$/.exec(opened(secrets, token))?.[1];
  return link === undefined || link === "test" ? link : Number(link);
}

function opened(secrets: Secrets, token: string): string {
  try {
    return secrets.open(token);
  } catch {
    return "";
  }
}

/** Deactivates the subscriber. Has no effect if repeated, or if the subscriber was removed. */
export async function unsubscribe({ db }: Context, subscriberId: number): Promise<void> {
  await db.update(subscribers).set({ is_active: false }).where(eq(subscribers.id, subscriberId));
}
