import { screen, within } from "@testing-library/react";
import { accountApi } from "@/entities/account/contract";
import { accountsApi } from "@/features/accounts/contract";
import { type BodyOf, call } from "../../support/call";
import { renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { createGroup } from "../groups/support";

type Added = BodyOf<typeof accountsApi.add>;

export const bluesky: Added = {
  platform_type: "bluesky",
  platform_username: "zima",
  credentials: { identifier: "zima", password: "good" },
};
export const x: Added = {
  platform_type: "x_twitter",
  platform_username: "zimska",
  credentials: { bearer_token: "good" },
};
export const tiktok: Added = {
  platform_type: "tiktok",
  platform_username: "zima.tok",
  credentials: {},
};

/** Opens the form 'Add account'. */
export async function openAddAccount(user: Awaited<ReturnType<typeof renderApp>>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Add account" }));
  return within(await screen.findByRole("form", { name: "Add account" }));
}

/** Opens a tab of the configuration of a group with these accounts. */
export async function openWith(added: readonly Added[], tab = "accounts", given?: TestServer) {
  const server = given ?? (await startServer());
  const group = await createGroup(server);
  const params = { id: group.id };
  const ids: number[] = [];
  for (const body of added) ids.push((await call(server, accountsApi.add, { params, body })).id);
  const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
  const stored = () => call(server, accountApi.list, { params });

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
