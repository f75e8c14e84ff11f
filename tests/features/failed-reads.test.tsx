import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answering, jsonAnswer, renderApp } from "../support/render-app";
import { serverWith } from "./groups/support";

it.each([
  ["accounts", "/accounts", "Failed to fetch group accounts.", "no social accounts"],
  ["integrations", "1/integrations", "Failed to fetch integrations.", "no integrations"],
  ["evergreen", "/categories", "Failed to fetch content categories.", "no content categories"],
])(
  "The tab '%s' says that its list cannot be read, and reads it on 'Try again'",
  async (tab, to, failure, none) => {
    let isBroken = true;
    const says = () => (isBroken ? jsonAnswer(400, {}) : undefined);
    const given = await serverWith("Zima");
    const server = await answering([{ to, says }], given.server);
    const { user, router } = await renderApp(`/dashboard/config?tab=${tab}`, { server });
    expect(await screen.findByText(failure)).toBeVisible();

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    const list = `This group has ${none}.`;
    expect(await screen.findByText(list)).toBeVisible();
    expect(screen.queryByText(failure)).not.toBeInTheDocument();

    // Read again in vain, it stays, with the time of its reading.
    isBroken = true;
    await router.options.context.queryClient.invalidateQueries();
    const note = new RegExp(`^${failure} Showing \\d\\d:\\d\\d:\\d\\d\\.$`);
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.getByText(list)).toBeVisible();
  },
);
