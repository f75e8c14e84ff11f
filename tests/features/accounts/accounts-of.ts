import { screen, within } from "@testing-library/react";
import { api, renderApp, startServer } from "../../support/render-app";

type Made = { id: number };
export type Stored = {
  id: number;
  platform_type: string;
  platform_username: string;
  is_active: boolean;
  last_known_error: string | null;
};

export const bluesky = {
  platform_type: "bluesky",
  platform_username: "zima",
  credentials: { identifier: "zima", password: "good" },
};
export const x = {
  platform_type: "x_twitter",
  platform_username: "zimska",
  credentials: { bearer_token: "good" },
};
export const tiktok = { platform_type: "tiktok", platform_username: "zima.tok", credentials: {} };

/** The console at a tab of the configuration of a group with these accounts. */
export async function openWith(added: readonly object[], tab = "accounts") {
  const server = await startServer();
  const group = await api<Made>(server, "POST publishing/account-groups", {
    name: "Zima",
    description: null,
  });
  const path = `publishing/account-groups/${group.id}/accounts`;
  const ids: number[] = [];
  for (const account of added) ids.push((await api<Made>(server, `POST ${path}`, account)).id);
  const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
  const stored = () => api<Stored[]>(server, `GET ${path}`);

  /** Chooses from the menu of the account of this name. */
  async function choose(name: string, item: string) {
    const heading = await screen.findByRole("heading", { name, level: 3 });
    const card = heading.closest("li");
    if (!card) throw new Error(`${name} has no card.`);
    await app.user.click(within(card).getByRole("button", { name: "Actions" }));
    await app.user.click(await screen.findByRole("menuitem", { name: item }));
    return within(card);
  }
  return { ...app, group, ids, stored, choose };
}
