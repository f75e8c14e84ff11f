import { screen, within } from "@testing-library/react";
import { integrationApi } from "@/entities/integration/contract";
import { integrationsApi } from "@/features/integrations/contract";
import type { Ports } from "../../../server/ports/ports.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { mailerThat } from "../../server/features/newsletter/support.ts";
import { type BodyOf, call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { createGroup } from "../groups/support";

type Added = BodyOf<typeof integrationsApi.add>;

export const shop = (store_name = "zima.myshopify.com"): Added => ({
  platform: "shopify",
  store_name,
  credentials: { api_key: "good", password: "good", webhook_secret: "good" },
});
export const mailService: Added = {
  platform: "amazon_ses",
  store_name: "novosti@zima.example.com",
  credentials: { aws_access_key_id: "good", aws_secret_access_key: "good" },
};

/** A token that the sandbox accepts. */
export const token = "EAAGsandbox1234567890token";

/** The ports of a server that sends mail by SMTP. */
export const mailBySmtp = (isHeld = false): Partial<Ports> => ({
  world: liveWorld(["smtp"], isHeld),
  mailer: mailerThat(async () => ({ ok: true })),
});

type Given = {
  own?: readonly Added[];
  others?: readonly Added[];
  tab?: string;
  /** In place of the sandbox's. */
  ports?: Partial<Ports>;
};

/** Opens a tab of a group that has `own`; another group has `others`. */
export async function openWith({
  own = [],
  others = [],
  tab = "integrations",
  ports = {},
}: Given = {}) {
  const server = await startServer({ ports });
  const addGroup = (name: string) => createGroup(server, name);
  const add = (id: number, body: Added) =>
    call(server, integrationsApi.add, { params: { id }, body });
  const group = await addGroup("Zima");
  for (const one of own) await add(group.id, one);
  if (others.length > 0) {
    const other = await addGroup("Leto");
    for (const one of others) await add(other.id, one);
  }
  const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
  const formOf = (name: string) => findIn("form", name);
  const cardOf = async (name: string) => {
    const card = (await screen.findByRole("heading", { name, level: 4 })).closest("li");
    if (!card) throw new Error(`${name} has no card.`);
    return within(card);
  };
  /** Shows in place of the group's integrations one of another server, whose card is 'Zima'. */
  const show = async (fields: object) => {
    const list = /^GET .*account-groups\/\d+\/integrations$/;
    const one = { id: 1, platform: "shopify", store_name: "Zima", account_group_id: 1, ...fields };
    app.wire.answer(list, () => jsonAnswer(200, [one]));
    await app.router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    return cardOf("Zima");
  };
  const stored = () => call(server, integrationApi.list, { params: { id: group.id } });
  return { ...app, group, formOf, cardOf, show, stored };
}
