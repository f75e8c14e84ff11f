import { expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../support/call";
import { findIn } from "../support/find-in";
import { answering, jsonAnswer, renderApp, startServer } from "../support/render-app";

it("offers to load the groups again if one has an id that no URL can hold", async () => {
  const server = await startServer();
  const group = { name: "Zima", description: null };
  await call(server, groupsApi.create, { body: group });
  let isBroken = true;
  const broken = {
    to: "publishing/account-groups",
    says: ({ pathname }: URL) =>
      isBroken && pathname.endsWith("/account-groups")
        ? jsonAnswer(200, [{ ...group, id: "\u202e\u0000" }])
        : undefined,
  };
  const { user } = await renderApp("/dashboard/content", {
    server: await answering([broken], server),
  });
  const pool = await findIn("region", "Evergreen Content Pool");
  const again = await pool.findByRole("button", { name: "Try again" });

  isBroken = false;
  await user.click(again);
  expect(await pool.findByText("This group has no content categories.")).toBeVisible();
});
