import { asc } from "drizzle-orm";
import type { IntegrationPlatform } from "@/entities/integration/contract";
import { groups } from "../db/schema.ts";
import { enqueueSync, insertIntegration } from "../features/integrations/index.ts";
import type { Context } from "../kernel/context.ts";

type SeedIntegration = {
  readonly platform: IntegrationPlatform;
  readonly store_name: string;
  readonly keys: Readonly<Record<string, string>>;
};

const shop = (store_name: string): SeedIntegration => ({
  platform: "shopify",
  store_name,
  keys: {
    api_key: "sandbox-api_key",
    password: "sandbox-password",
    webhook_secret: "sandbox-webhook_secret",
  },
});

/** The integrations of the seeded groups, in order: two have a shop, the first also mail. */
const seedIntegrations: readonly (readonly SeedIntegration[])[] = [
  [
    shop("zimska-kolekcija.myshopify.com"),
    {
      platform: "amazon_ses",
      store_name: "newsletter@zimska-kolekcija.example.com",
      keys: {
        aws_access_key_id: "sandbox-aws_access_key_id",
        aws_secret_access_key: "sandbox-aws_secret_access_key",
        aws_region: "us-east-1",
      },
    },
  ],
  [shop("kafeterija-soljica.myshopify.com")],
];

/** Adds the seeded groups' integrations, and queues the sync of their shops. */
export async function addIntegrations(context: Context, created_at: Date): Promise<void> {
  const { db, ports } = context;
  const seeded = await db.select({ id: groups.id }).from(groups).orderBy(asc(groups.id));
  for (const [place, { id: group_id }] of seeded.entries()) {
    for (const { keys, ...integration } of seedIntegrations[place] ?? []) {
      const added = await insertIntegration(db, ports.secrets, {
        ...integration,
        keys,
        group_id,
        created_at,
      });
      if (added?.platform === "shopify") await enqueueSync(context, added.id);
    }
  }
}
