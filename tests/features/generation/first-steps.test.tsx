import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findDialog, findRegion, textsIn } from "../../support/on-screen";
import { answerWith, sentTo } from "../../support/on-wire";
import { findToast, renderApp } from "../../support/render-app";
import { poolServer } from "../content/support";

const readingAccounts = (line: string) => /^GET .*\/accounts$/.test(line);

type World = Awaited<ReturnType<typeof poolServer>>;

/** Opens the Content Library after these preparations. */
async function openSteps(prepare: (world: World) => Promise<unknown> = async () => {}) {
  const world = await poolServer();
  await prepare(world);
  const app = await renderApp("/dashboard/content", { server: world.server });
  return { ...world, ...app, status: await findRegion("Generation Status") };
}

/** Each step with its state: 'Add a category Next'. */
const rowsOf = async (name: string) =>
  textsIn(within(await screen.findByRole("list", { name }))).map(
    (text) => text?.match(/^\d?(.+? (?:Done|Next|Later))/)?.[1],
  );

const archived = { image_posts_per_day: 0, text_posts_per_day: 0 };

const primary = () =>
  [...screen.getByRole("main").querySelectorAll("[data-variant=primary]")]
    // Every category offers it, whatever the group lacks.
    .filter((it) => it.textContent !== "New item")
    .map((it) => it.textContent);

describe("the first steps", () => {
  const connect = { link: "Add an account", dialog: "Add account", tab: "Social Accounts" };
  const add = { link: "Add a category", dialog: "Add category", tab: "Evergreen Content" };
  const addAccount = (world: World) => world.addAccount("bluesky", "zima.rs");

  it.each([
    ["begin with an account in a new group", connect, async () => {}, ["Next", "Later"]],
    ["go on with a category once there is an account", add, addAccount, ["Done", "Next"]],
    [
      "do not take a category without posts per day for one to generate for",
      add,
      async (world: World) => {
        await addAccount(world);
        await world.addCategory("Stara priča", archived);
      },
      ["Done", "Next"],
    ],
  ])("%s, which is the only primary button", async (_, to, prepare, [account, category]) => {
    const { user, status } = await openSteps(prepare);
    expect(await rowsOf("First steps")).toEqual([
      `Connect an account ${account}`,
      `Add a category ${category}`,
      "Generate the first posts Later",
    ]);
    expect(primary()).toEqual([to.link]);
    await user.click(status.getByRole("link", { name: to.link }));
    await findDialog(to.dialog);
    const tab = screen.getByRole("tab", { name: to.tab, hidden: true });
    expect(tab).toHaveAttribute("aria-selected", "true");
  });

  it("end with generating, from the only primary button", async () => {
    const { user, status, wire } = await openSteps(async (world) => {
      await world.addAccount("bluesky", "zima.rs");
      await world.addCategory("Dnevna šala");
    });

    const generate = await status.findByRole("button", { name: "Generate" });
    expect(primary()).toEqual(["Generate"]);
    expect(await rowsOf("First steps")).toEqual([
      "Connect an account Done",
      "Add a category Done",
      "Generate the first posts Next",
    ]);
    await user.click(generate);
    expect(await findToast(/queued/)).toBeVisible();
    expect(sentTo(wire, "POST")).toHaveLength(1);
  });

  it("say why the accounts cannot be read, and try again", async () => {
    const world = await poolServer();
    const { wire, user, router } = await renderApp("/dashboard/publishing", {
      server: world.server,
    });
    await screen.findByRole("button", { name: "Zima" });
    answerWith(wire, readingAccounts, 400, { detail: "Away." });
    await user.click(screen.getByRole("link", { name: "Content Library" }));

    const status = await findRegion("Generation Status");
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
    expect(sentTo(wire, readingAccounts)).toEqual([]);
  });
});

describe("a group for which nothing is missing", () => {
  it("does not have 'Fill all quotas' as its primary button", async () => {
    const { status } = await openSteps(async (world) => {
      await world.addItem(await world.addCategory("Stara priča", archived), "Bilo jednom.");
    });

    await status.findByRole("row", { name: /^Stara priča/ });
    expect(status.getByRole("button", { name: "Fill all quotas" })).toBeEnabled();
    const archive = await screen.findByRole("button", { name: "Show archived categories" });
    expect(archive).toBeVisible();
    expect(primary()).toEqual([]);
  });
});

describe("a console without groups", () => {
  it("shows how to begin, with one primary button", async () => {
    const { user } = await renderApp("/dashboard/content");

    expect(await rowsOf("How to begin")).toEqual([
      "Create a group Next",
      "Connect an account Later",
      "Add a category Later",
      "Generate the first posts Later",
    ]);
    expect(primary()).toEqual(["New Group"]);
    await user.click(screen.getByRole("button", { name: "New Group" }));
    await findDialog("Create New Group");
  });
});
