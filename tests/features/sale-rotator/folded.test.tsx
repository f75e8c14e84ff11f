import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findIn } from "../../support/find-in";
import { findToast, renderApp } from "../../support/render-app";
import { openRotator, openUnreadable, rotatingServer } from "./support";

const title = "Automated Weekly Sale Rotator";

async function openFolded(options: Parameters<typeof rotatingServer>[0] = {}) {
  const { server } = await rotatingServer(options);
  const app = await renderApp("/dashboard/config", { server });
  const region = await findIn("region", title);
  return {
    ...app,
    region,
    fold: () => app.user.click(region.getByRole("button", { name: title })),
  };
}

describe("The folded sale rotator", () => {
  it("says when it runs next, and shows its settings once it is opened", async () => {
    const { region, fold } = await openFolded();
    const facts = await region.findByText(/^Enabled\. Next run/);
    expect(facts).toHaveTextContent(/^Enabled\. Next run .*\d\d:\d\d.*\.$/);
    expect(region.queryByRole("button", { name: "Dry Run" })).not.toBeInTheDocument();
    await fold();
    expect(await region.findByRole("button", { name: "Dry Run" })).toBeVisible();
    expect(region.queryByText(/^Enabled\. Next run/)).not.toBeInTheDocument();
  });

  it("says that it is off", async () => {
    const { region } = await openFolded({ settings: { is_active: false } });
    expect(await region.findByText("Off.")).toBeVisible();
  });

  it("says that the settings could not be loaded, and tries again", async () => {
    const { user, region, repair } = await openUnreadable("/dashboard/config");
    const alert = await region.findByRole("alert");
    expect(alert).toHaveTextContent(
      "Failed to load settings. Please try refreshing the page.No database.",
    );
    expect(await findToast("Failed to load sale rotator settings")).toBeVisible();
    repair();
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await region.findByText(/^Enabled\. Next run/)).toBeVisible();
  });

  it("keeps what was typed before it was folded", async () => {
    const { user, region, fold } = await openFolded();
    await fold();
    const tag = await region.findByRole("textbox", { name: "Sale tag" });
    await user.type(tag, "-zima");
    await fold();
    await waitFor(() => expect(tag).not.toBeVisible());
    await fold();
    expect(tag).toBeVisible();
    expect(tag).toHaveValue("sale-zima");
  });

  it("opens for the results of a dry run that the palette has started", async () => {
    const { user, region, fold } = await openFolded();
    await fold();
    await region.findByRole("button", { name: "Dry Run" });
    await fold();
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search or jump to…" });
    await user.keyboard("dry run of");
    await screen.findByRole("option", { name: "Dry Run of the sale rotator" });
    await user.keyboard("{Enter}");
    expect(await region.findByRole("region", { name: "Dry Run Results" })).toBeVisible();
  });

  it("opens by itself if a confirmed live run was interrupted", async () => {
    const given = await rotatingServer();
    const { press } = await openRotator({ given });
    await press("Confirmed Live Run");
    const dialog = await findIn("dialog", "Confirmed Live Run");
    await dialog.findByText("0 of 3 done");
    cleanup();
    localStorage.removeItem("section-sale-rotator");

    await renderApp("/dashboard/config", { server: given.server });
    expect(await screen.findByText("A confirmed live run was interrupted")).toBeVisible();
  });
});
