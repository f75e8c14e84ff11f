import type { z } from "zod";
import type { integrationsApi } from "@/features/integrations/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import { counted } from "../../kernel/sentences.ts";
import type { MailKeys } from "../../ports/mail/mailer.ts";
import type { Ports } from "../../ports/ports.ts";
import { ShopBusy, type ShopConnection, ShopRefusal, type ShopTest } from "../../ports/shop.ts";
import type { Keys } from "./integration-keys.ts";
import type { MailSender } from "./mail-sender.ts";

export type NewIntegration = z.output<typeof integrationsApi.add.body>;

/** Throws a 400 Refusal in Facebook's words, 429 if it asks to wait, 503 if it does not answer. */
export async function adAccounts(
  { ads, clock }: Ports,
  token: string,
): Promise<WireOf<typeof integrationsApi.adAccounts>> {
  const answer = await ads.accounts(token, AbortSignal.timeout(30_000)).catch(() => {
    throw new Refusal(503, "Facebook did not answer. Try again.");
  });
  if (!answer.ok && answer.why === "later") {
    const minutes = Math.ceil((answer.retryAt.getTime() - clock.now().getTime()) / 60_000);
    throw new Refusal(429, `${answer.error} Try again in ${counted(minutes, "minute")}.`);
  }
  if (!answer.ok) throw new Refusal(400, answer.error);
  return answer.accounts.map(({ id, name }) => ({ id, name }));
}

/** Returns whether one SMTP server sends the mails of all integrations. */
export const isMailBySmtp = ({ world: { outside } }: Pick<Ports, "world">) =>
  outside.smtp === "real" || outside.smtp === "held";

/** Returns the name to keep, so that one shop is not two, and a note for the operator. */
export async function testKeys(
  ports: Ports,
  body: NewIntegration,
  keys: Keys,
): Promise<{ readonly store_name: string; readonly note: string | null }> {
  const { platform, store_name } = body;
  switch (platform) {
    case "shopify": {
      const { store, warnings } = await testShop(ports, { store: store_name, credentials: keys });
      return { store_name: store, note: warnings.join(" ") || null };
    }
    case "facebook_ads":
      await testAdAccount(ports, body);
      return { store_name, note: null };
    case "amazon_ses": {
      const sender = { address: store_name, isOther: false };
      const { note } = await testMailService(ports, sender, keys);
      return { store_name, note };
    }
  }
}

/** Throws a 400 Refusal in the service's words, 503 if it does not answer or asks to wait. */
export async function testMailService(
  { mailer }: Ports,
  { address, isOther }: MailSender,
  keys: MailKeys,
) {
  const answer = await mailer.test(keys, address, AbortSignal.timeout(30_000)).catch(() => {
    throw new Refusal(503, "The mail service did not answer. Try again.");
  });
  if (!answer.ok) {
    // The card names the service's own address alone.
    const tried = isOther ? `As ${address}, the newsletter's sender: ` : "";
    throw new Refusal(answer.why === "later" ? 503 : 400, `${tried}${answer.error}`);
  }
  const { takesSender, limits, notes } = answer;
  return { takesSender, limits, note: notes.join(" ") || null };
}

async function testShop({ shop }: Ports, connection: ShopConnection): Promise<ShopTest> {
  try {
    return await shop.test(connection, AbortSignal.timeout(30_000));
  } catch (error) {
    if (error instanceof ShopRefusal) throw new Refusal(400, error.message);
    if (error instanceof ShopBusy) throw new Refusal(503, `${error.message} Try again.`);
    throw new Refusal(503, "Shopify did not answer. Try again.");
  }
}

async function testAdAccount(
  ports: Ports,
  { store_name, credentials }: Extract<NewIntegration, { platform: "facebook_ads" }>,
) {
  const accounts = await adAccounts(ports, credentials.user_access_token);
  if (accounts.some(({ id }) => id === store_name)) return;
  throw fieldRefusal("store_name", "This token has no access to this ad account. Choose another.");
}
