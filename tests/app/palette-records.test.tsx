import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findRecords } from "@/app/shell/palette/use-palette-kinds";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { productsApi } from "@/features/products/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { poolServer } from "../features/content/support";
import { addPendingPosts, cardsIn, pendingPosts } from "../features/queue/support";
import { addGroup } from "../features/scheduler/support";
import { call } from "../support/call";
import { findIn } from "../support/find-in";
import { answering, jsonAnswer, renderApp, saying, startServer } from "../support/render-app";
import type { TestServer } from "../support/server";

const addProduct = (server: TestServer, name: string) =>
  call(server, productsApi.add, {
    body: {
      name,
      product_image_url: "/media/sandbox/31.svg",
      description: "Merino wool.",
      call_to_action_url: null,
      is_active: true,
    },
  });

const addTemplate = (server: TestServer, name: string) =>
  call(server, memeTemplatesApi.add, {
    body: {
      name,
      template_image_url: "/media/sandbox/31.svg",
      usage_explanation: "Two buttons.",
      humor_explanation: "They exclude each other.",
      is_active: true,
    },
  });

/** Opens the palette on a server; `search` is the address's. */
async function openPalette(server: TestServer, path = "publishing", search = "") {
  const app = await renderApp(`/dashboard/${path}${search}`, { server });
  await screen.findByRole("region", { name: "Active Group" });
  await app.user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: "Search or jump to…" });
  return app;
}

const optionsOf = async (name: string) =>
  within(await screen.findByRole("group", { name }))
    .getAllByRole("option")
    .map((option) => option.textContent);

describe("the palette", () => {
  it("opens an item of the pool at its category, by words of its text", async () => {
    const { server, addCategory, addItem } = await poolServer();
    await addCategory("Dnevna šala");
    const category = await addCategory("Saveti");
    await addItem(category, "Čaj, ćebe i dobra knjiga");
    const { user, router } = await openPalette(server);

    await user.keyboard("knjiga caj");
    expect(await optionsOf("Content items")).toEqual(["Čaj, ćebe i dobra knjigaSaveti"]);
    await user.keyboard("{Enter}");

    expect(await screen.findByRole("heading", { name: "Saveti", level: 3 })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ category: category.id });
  });

  it("leads to the card of a post that waits, on whatever page of the queue it is", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { text: 7 });
    const last = posts[6]?.id;
    const { user, router } = await openPalette(server, "config");

    await user.keyboard(`#${last}`);
    expect(await optionsOf("Posts in the queue")).toEqual([expect.stringMatching(/Pending$/)]);
    await user.keyboard("{Enter}");

    const queue = await findIn("region", "Content Approval Queue");
    const shown = () => cardsIn(queue).map((card) => card.dataset.post);
    await waitFor(() => expect(shown()[0]).toBe(String(last)));
    expect(shown()).toHaveLength(6);
    await waitFor(() => expect(cardsIn(queue)[0]).toHaveFocus());
    expect(router.state.location.search).toMatchObject({ tab: "text", of: "group" });

    // Once it is decided on, it does not come back.
    await user.keyboard("r");
    await waitFor(async () => expect(await pendingPosts(server)).toHaveLength(6));
    await waitFor(() => expect(shown()).not.toContain(String(last)));
    expect(shown()).toHaveLength(5);
  });

  it("leads to a rejected post, too", async () => {
    const server = await startServer();
    const { posts } = await addPendingPosts(server, { text: 7 });
    const id = posts[6]?.id ?? 0;
    await call(server, queueApi.reject, { params: { id } });
    const { user } = await openPalette(server, "config");

    await user.keyboard(`#${id}`);
    await screen.findByRole("group", { name: "Posts in the queue" });
    await user.keyboard("{Enter}");

    const queue = await findIn("region", "Content Approval Queue");
    expect(await queue.findByRole("button", { name: "Reopen" })).toBeVisible();
    await waitFor(() => expect(cardsIn(queue)[0]).toHaveFocus());
  });

  it("opens the dialog of a scheduled post", async () => {
    const server = await startServer();
    const { schedule } = await addGroup(server, "Zima");
    await schedule();
    const [post] = await call(server, schedulerApi.upcoming, {});
    const { user, router } = await openPalette(server, "config");

    await user.keyboard("zimska.bsky");
    const hits = await findIn("group", "Scheduled and failed posts");
    await user.click(hits.getByRole("option"));

    await waitFor(() => expect(router.state.location.search).toMatchObject({ post: post?.id }));
    expect(await screen.findByRole("dialog")).toBeVisible();
  });

  it.each([
    ["bluesky zima", "Accounts of Zima", "zima.rsBluesky"],
    ["vuneni", "Products", "Vuneni šal"],
    ["dugmeta", "Meme templates", "Dva dugmeta"],
  ])("finds '%s' among the %s and opens Configuration", async (typed, group, option) => {
    const world = await poolServer();
    await world.addAccount("bluesky", "zima.rs");
    await addProduct(world.server, "Vuneni šal");
    await addTemplate(world.server, "Dva dugmeta");
    const { user } = await openPalette(world.server);

    await user.keyboard(typed);
    expect(await optionsOf(group)).toEqual([option]);
    await user.keyboard("{Enter}");

    expect(await screen.findByRole("heading", { name: "Configuration", level: 1 })).toBeVisible();
  });

  it.each([
    ["broj 9", "products", { product: 9 }],
    ["dugmeta 7", "meme templates", { template: 7 }],
  ] as const)("leads to the card of '%s' among the %s", async (typed, _kind, search) => {
    const { server } = await poolServer();
    for (let number = 1; number <= 9; number++) {
      await addProduct(server, `Šal broj ${number}`);
      await addTemplate(server, `Dva dugmeta ${number}`);
    }
    const { user, router } = await openPalette(server, "config");
    const cardOf = async () =>
      (await screen.findByRole("heading", { name: new RegExp(`${typed}$`) })).closest("li");

    await user.keyboard(typed);
    await screen.findByRole("option", { name: new RegExp(`${typed}$`) });
    await user.keyboard("{Enter}");

    await waitFor(async () => expect(await cardOf()).toHaveFocus());
    expect(router.state.location.search).toMatchObject(search);

    // Edited from there, it does not take the focus back.
    await user.click(
      within((await cardOf()) ?? document.body).getByRole("button", { name: "Edit" }),
    );
    await waitFor(() => expect(screen.getByDisplayValue(new RegExp(`${typed}$`))).toHaveFocus());
  });

  it("opens the products where the one of its address is not there any more", async () => {
    const { server } = await poolServer();
    await addProduct(server, "Vuneni šal");
    await renderApp("/dashboard/config?product=404&template=%22x%22#products", { server });
    expect(await screen.findByRole("heading", { name: "Vuneni šal" })).toBeVisible();
  });

  it("lists a record whose whole id is typed first", async () => {
    const { server } = await poolServer();
    const product = await addProduct(server, "Vuneni šal");
    await addProduct(server, `Šal broj ${product.id}`);
    const { user } = await openPalette(server);

    await user.keyboard(String(product.id));
    await waitFor(async () =>
      expect(await optionsOf("Products")).toEqual(["Vuneni šal", `Šal broj ${product.id}`]),
    );
    await user.clear(screen.getByRole("combobox"));
    await user.keyboard(`#${product.id}`);
    await waitFor(async () => expect(await optionsOf("Products")).toEqual(["Vuneni šal"]));
  });

  it("lists at most 8 of a kind, and then how many more there are", async () => {
    const { server } = await poolServer();
    for (let number = 1; number <= 11; number++) await addProduct(server, `Kapa ${number} zimska`);
    const { user } = await openPalette(server);

    await user.keyboard("kapa");
    const options = await optionsOf("Products");
    expect(options).toHaveLength(9);
    expect(options.at(-1)).toBe("3 more");
    await user.click(screen.getByRole("option", { name: "3 more" }));
    expect(await screen.findByRole("heading", { name: "Configuration", level: 1 })).toBeVisible();
  });

  it("does not read the pools before something is typed", async () => {
    const { server, addCategory } = await poolServer();
    await addCategory("Saveti");
    const { user, wire } = await openPalette(server, "config");
    const pools = () => wire.sent.filter((line) => /\/categories\/\d+\/items/.test(line));
    await screen.findByRole("option", { name: "Saveti" });
    expect(pools()).toEqual([]);
    await user.keyboard("nema");
    await waitFor(() => expect(pools()).toHaveLength(1));
    expect(await screen.findByText("No results.")).toBeVisible();
  });

  it("says what it is still searching", async () => {
    const { server } = await poolServer();
    const { user, wire } = await renderApp("/dashboard/publishing", { server });
    await screen.findByRole("button", { name: "Zima" });
    wire.answer(/\/admin\/products\/$/, () => new Promise(() => {}));
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search or jump to…" });
    await user.keyboard("nemaovoga");

    expect(await screen.findByText("Searching products…")).toBeVisible();
    expect(screen.getByText("Searching…")).toBeVisible();
  });

  it("says what could not be searched, and tries again with the keyboard", async () => {
    const { server } = await poolServer();
    await addProduct(server, "Vuneni šal");
    let isAway = true;
    const { user } = await openPalette(
      await answering(
        [
          {
            to: "/admin/products/",
            says: () => (isAway ? jsonAnswer(400, { detail: "Away." }) : undefined),
          },
        ],
        server,
      ),
    );

    await user.keyboard("vuneni");
    expect(
      await screen.findByRole("option", { name: "Failed to load products. Try again" }),
    ).toBeVisible();
    isAway = false;
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await screen.findByRole("option", { name: "Vuneni šal" })).toBeVisible();
    expect(screen.queryByText(/^Failed to load products/)).toBeNull();
  });
});

describe("the palette over records that could not be read", () => {
  const unreadable = { id: null };

  it("says how many were not searched, and does not claim that there are no results", async () => {
    const { server } = await poolServer();
    await addProduct(server, "Vuneni šal");
    const { user } = await openPalette(
      await answering(
        [
          saying("/admin/products/", [unreadable, { id: 7, name: "Vuneni šal" }]),
          saying("/admin/meme-templates/", [unreadable, unreadable]),
        ],
        server,
      ),
    );
    await user.keyboard("vuneni");
    expect(await screen.findByRole("option", { name: "Vuneni šal" })).toBeVisible();
    const told = "Could not be read: 1 of the products, 2 of the meme templates.";
    expect(await screen.findByText(told)).toBeVisible();

    await user.keyboard(" kaput");
    expect(await screen.findByText("No results in what could be read.")).toBeVisible();
    expect(screen.getByText(told)).toBeVisible();
  });

  it("counts groups too", async () => {
    const groupList = "/api/v1/publishing/account-groups";
    const { server, group } = await poolServer();
    const { user } = await openPalette(
      await answering(
        [
          {
            to: groupList,
            says: ({ pathname }) =>
              pathname === groupList
                ? jsonAnswer(200, [unreadable, { id: group.id, name: "Zima" }])
                : undefined,
          },
        ],
        server,
      ),
    );
    await user.keyboard("leto");
    expect(await screen.findByText("No results in what could be read.")).toBeVisible();
    expect(screen.getByText("Could not be read: 1 of the groups.")).toBeVisible();
  });
});

it("The palette compares ids as a whole, numbers or not", () => {
  const records = [
    { id: 154, name: "a" },
    { id: "54", name: "b" },
  ];
  const named = ({ name }: { name: string }) => name;
  expect(findRecords(records, named, "54").shown).toEqual([{ id: "54", name: "b" }]);
  expect(findRecords(records, named, " #154 ").exact).toEqual({ id: 154, name: "a" });
});
