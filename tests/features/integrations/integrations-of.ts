import { screen, within } from "@testing-library/react";
import { api, renderApp, startServer } from "../../support/render-app";

type Made = { id: number };
export type Stored = { id: number; platform: string; store_name: string; account_group_id: number };

export const shop = (store_name = "zima.myshopify.com") => ({
  platform: "shopify",
  store_name,
  credentials: { api_key: "good", password: "good", webhook_secret: "good" },
});
export const mailService = {
  platform: "amazon_ses",
  store_name: "novosti@zima.example.com",
  credentials: { aws_access_key_id: "good", aws_secret_access_key: "good" },
};

/** A token that the sandbox takes. */
export const token = "EAAGsandbox1234567890token";

type Given = { own?: readonly object[]; others?: readonly object[]; tab?: string };

/** The console at a tab of a group that has these integrations, beside another that has those. */
export async function openWith({ own = [], others = [], tab = "integrations" }: Given = {}) {
  const server = await startServer();
  const addGroup = (name: string) =>
    api<Made>(server, "POST publishing/account-groups", { name, description: null });
  const pathOf = (id: number) => `publishing/account-groups/${id}/integrations`;
  const group = await addGroup("Zima");
  for (const one of own) await api(server, `POST ${pathOf(group.id)}`, one);
  if (others.length > 0) {
    const other = await addGroup("Leto");
    for (const one of others) await api(server, `POST ${pathOf(other.id)}`, one);
  }
  const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
  const formOf = async (name: string) => within(await screen.findByRole("form", { name }));
  const cardOf = async (name: string) => {
    const card = (await screen.findByRole("heading", { name, level: 4 })).closest("li");
    if (!card) throw new Error(`${name} has no card.`);
    return within(card);
  };
  const stored = () => api<Stored[]>(server, `GET ${pathOf(group.id)}`);
  return { ...app, group, formOf, cardOf, stored };
}
