import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findToast, jsonAnswer, renderApp } from "../../support/render-app";
import { poolServer } from "../content/support";

const readingAccounts = (line: string) => /^GET .*\/accounts$/.test(line);

type World = Awaited<ReturnType<typeof poolServer>>;

/** Opens the Content Library after these preparations. */
async function openSteps(prepare: (world: World) => Promise<unknown> = async () => {}) {
  const world = await poolServer();
  await prepare(world);
  const app = await renderApp("/dashboard/content", { server: world.server });
  const status = within(await screen.findByRole("region", { name: "Generation Status" }));
  return { ...world, ...app, status };
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole("list", { name }))
    .getAllByRole("listitem")
    .map((row) => row.textContent?.replace(/^\d/, ""));

const primary = () =>
  [...screen.getByRole("main").querySelectorAll("[data-variant=primary]")]
    // Every category offers it, whatever the group lacks.
    .filter((it) => it.textContent !== "New item")
    .map((it) => it.textContent);

describe("the first steps", () => {
  it("begin with an account in a new group, which is the only primary button", async () => {
    await openSteps();

    expect(await rowsOf("First steps")).toEqual([
      expect.stringMatching(/^Connect an account Next/),
      expect.stringMatching(/^Add a category Later/),
      expect.stringMatching(/^Generate the first posts Later/),
    ]);
    expect(primary()).toEqual(["Add an account"]);
  });

  it("lead to the form of a new account", async () => {
    const { user } = await openSteps();
    await user.click(await screen.findByRole("link", { name: "Add an account" }));
    expect(await screen.findByRole("dialog", { name: "Add account" })).toBeVisible();
    expect(screen.getByRole("tab", { name: "Social Accounts", hidden: true })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });

  it("go on with a category once there is an account", async () => {
    const { user, status } = await openSteps((world) => world.addAccount("bluesky", "zima.rs"));

    expect(await rowsOf("First steps")).toEqual([
      expect.stringMatching(/^Connect an account Done/),
      expect.stringMatching(/^Add a category Next/),
      expect.stringMatching(/^Generate the first posts Later/),
    ]);
    expect(primary()).toEqual(["Add a category"]);
    await user.click(status.getByRole("link", { name: "Add a category" }));
    expect(await screen.findByRole("dialog", { name: "Add category" })).toBeVisible();
    expect(screen.getByRole("tab", { name: "Evergreen Content", hidden: true })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });

  it("do not take a category without posts per day for one to generate for", async () => {
    await openSteps(async (world) => {
      await world.addAccount("bluesky", "zima.rs");
      await world.addCategory("Stara priča", { image_posts_per_day: 0, text_posts_per_day: 0 });
    });

    expect(await rowsOf("First steps")).toEqual([
      expect.stringMatching(/^Connect an account Done/),
      expect.stringMatching(/^Add a category Next/),
      expect.stringMatching(/^Generate the first posts Later/),
    ]);
    expect(primary()).toEqual(["Add a category"]);
  });

  it("end with generating, from the only primary button", async () => {
    const { user, status, wire } = await openSteps(async (world) => {
      await world.addAccount("bluesky", "zima.rs");
      await world.addCategory("Dnevna šala");
    });

    const generate = await status.findByRole("button", { name: "Generate" });
    expect(primary()).toEqual(["Generate"]);
    expect(await rowsOf("First steps")).toEqual([
      expect.stringMatching(/^Connect an account Done/),
      expect.stringMatching(/^Add a category Done/),
      expect.stringMatching(/^Generate the first posts Next/),
    ]);
    await user.click(generate);
    expect(await findToast(/queued/)).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("POST"))).toHaveLength(1);
  });

  it("say why the accounts cannot be read, and try again", async () => {
    const world = await poolServer();
    const { wire, user, router } = await renderApp("/dashboard/publishing", {
      server: world.server,
    });
    await screen.findByRole("button", { name: "Zima" });
    wire.answer(readingAccounts, () => jsonAnswer(400, { detail: "Away." }));
    await user.click(screen.getByRole("link", { name: "Content Library" }));

    const status = within(await screen.findByRole("region", { name: "Generation Status" }));
    expect(await status.findByText("Failed to fetch group accounts.")).toBeVisible();
    expect(status.getByText("This group has no content categories.")).toBeVisible();
    expect(router.state.location.pathname).toBe("/dashboard/content");
  });

  it("are gone in a group with content, which then does not ask for its accounts", async () => {
    const { status, wire } = await openSteps(async (world) => {
      await world.addItem(await world.addCategory("Dnevna šala"), "Zima je zvanično tu");
    });

    await status.findByRole("row", { name: /^Dnevna šala/ });
    expect(screen.queryByRole("list", { name: "First steps" })).toBeNull();
    expect(primary()).toContain("Fill all quotas");
    expect(wire.sent.filter(readingAccounts)).toEqual([]);
  });
});

describe("a group for which nothing is missing", () => {
  it("does not have 'Fill all quotas' as its primary button", async () => {
    const { status } = await openSteps(async (world) => {
      const none = { image_posts_per_day: 0, text_posts_per_day: 0 };
      await world.addItem(await world.addCategory("Stara priča", none), "Bilo jednom.");
    });

    await status.findByRole("row", { name: /^Stara priča/ });
    expect(status.getByRole("button", { name: "Fill all quotas" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Show archived categories" })).toBeVisible();
    expect(primary()).toEqual([]);
  });
});

describe("a console without groups", () => {
  it("shows how to begin, with one primary button", async () => {
    const { user } = await renderApp("/dashboard/content");

    expect(await rowsOf("How to begin")).toEqual([
      expect.stringMatching(/^Create a group Next/),
      expect.stringMatching(/^Connect an account Later/),
      expect.stringMatching(/^Add a category Later/),
      expect.stringMatching(/^Generate the first posts Later/),
    ]);
    expect(primary()).toEqual(["New Group"]);
    await user.click(screen.getByRole("button", { name: "New Group" }));
    expect(await screen.findByRole("dialog", { name: "Create New Group" })).toBeVisible();
  });
});
