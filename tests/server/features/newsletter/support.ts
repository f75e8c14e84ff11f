import { eq } from "drizzle-orm";
import { integrationApi } from "@/entities/integration/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import type { RequestOf } from "@/shared/api/endpoint";
import { integrations, subscribers } from "../../../../server/db/schema.ts";
import { sealKeys } from "../../../../server/features/integrations/integration-keys.ts";
import type { Mailer } from "../../../../server/ports/mail/mailer.ts";
import type { World } from "../../world.ts";

type Body = RequestOf<typeof newsletterApi.saveSettings>["body"];

/** Returns a complete MJML template around this content, which starts on line 5. */
export const mjml = (content: string) =>
  `<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n${content}\n</mj-column>\n</mj-section>\n</mj-body>\n</mjml>`;

export const sender = "novosti@zimska.example.com";

/** Returns a mail service that takes all keys and has no limits. */
export const mailerThat = (send: Mailer["send"]): Mailer => ({
  test: async () => ({ ok: true, takesSender: true, limits: null, notes: [] }),
  quota: async () => ({ ok: true, left: null }),
  turn: async () => {},
  send,
});

/** Gives a group a mail service, whose keys are changed afterwards, and returns its id. */
export async function addMailService(
  world: World,
  groupId: number,
  secret = "sandbox-secret",
): Promise<number> {
  const keys = {
    aws_access_key_id: "sandbox-id",
    aws_secret_access_key: "sandbox-secret",
    aws_region: "eu-central-1",
  };
  const { id } = await world.call(integrationsApi.add, {
    params: { id: groupId },
    body: {
      platform: "amazon_ses",
      store_name: sender,
      credentials: keys,
    },
  });
  const credentials = sealKeys(world.ports.secrets, Number(id), {
    ...keys,
    aws_secret_access_key: secret,
  });
  await world.database.db
    .update(integrations)
    .set({ credentials })
    .where(eq(integrations.id, Number(id)));
  return Number(id);
}

/** Returns the id of the group's mail service, which is added if there is none. */
async function mailService(world: World, groupId: number) {
  const all = await world.call(integrationApi.list, { params: { id: groupId } });
  const found = all.find(({ platform }) => platform === "amazon_ses");
  return found ? Number(found.id) : addMailService(world, groupId);
}

/** Returns settings that are complete enough to be active. */
export const newsletterBody = async (
  world: World,
  groupId: number,
  more: Partial<Body> = {},
): Promise<Body> => ({
  is_active: true,
  integration_id:
    more.integration_id === undefined ? await mailService(world, groupId) : more.integration_id,
  sender_email: sender,
  subject_template: "Zdravo {{ subscriber_name }}",
  mjml_template: mjml(
    '<mj-text>{{ subscriber_name }}, evo: {% for product in products %}{{ product.name }} {% endfor %}<a href="{{ unsubscribe_url }}">Odjava</a></mj-text>',
  ),
  ...more,
});

export async function saveNewsletter(world: World, groupId: number, more: Partial<Body> = {}) {
  const body = await newsletterBody(world, groupId, more);
  return world.call(newsletterApi.saveSettings, { params: { groupId }, body });
}

/** Adds this number of subscribers and returns their ids. */
export async function addSubscribers(world: World, groupId: number, count: number) {
  const added: number[] = [];
  for (let from = 0; from < count; from += 5000) {
    const rows = Array.from({ length: Math.min(5000, count - from) }, (_, n) => ({
      group_id: groupId,
      email: `citalac${from + n}@example.com`,
      name: `Čitalac ${from + n}`,
    }));
    const ids = await world.database.db
      .insert(subscribers)
      .values(rows)
      .returning({ id: subscribers.id });
    added.push(...ids.map(({ id }) => id));
  }
  return added;
}
