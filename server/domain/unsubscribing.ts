import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { subscribers } from "../db/schema.ts";
import type { Secrets } from "../ports/secrets.ts";

export const unsubscribePath = "/newsletter/unsubscribe";

/** Whom a link takes off the list: a subscriber by id, or nobody, as that of a test email. */
export type UnsubscribeLink = number | "test";

const purpose = "unsubscribe:";

/** Absolute. It is sealed, so that nobody can make that of another. */
export const unsubscribeUrl = (
  { secrets, publicOrigin }: Pick<Context["ports"], "secrets" | "publicOrigin">,
  link: UnsubscribeLink,
) => `${publicOrigin}${unsubscribePath}?token=${secrets.seal(purpose + link)}`;

/** Undefined for what was not made by `unsubscribeUrl` here. */
export function readUnsubscribeLink(secrets: Secrets, token: string): UnsubscribeLink | undefined {
  const whom = /^unsubscribe:(test|\d+)$/.exec(opened(secrets, token))?.[1];
  return whom === undefined || whom === "test" ? whom : Number(whom);
}

function opened(secrets: Secrets, token: string): string {
  try {
    return secrets.open(token);
  } catch {
    return "";
  }
}

/** They stay on the list and get nothing. Done again, or for one who has gone, it changes nothing. */
export async function unsubscribe({ db }: Context, subscriberId: number): Promise<void> {
  await db.update(subscribers).set({ is_active: false }).where(eq(subscribers.id, subscriberId));
}
