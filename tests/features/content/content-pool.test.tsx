import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sampleCategory } from "@/entities/category/contract-docs";
import { categoriesApi } from "@/features/categories/contract";
import { contentApi } from "@/features/content/contract";
import { contentDocs } from "@/features/content/contract-docs";
import { groupsApi } from "@/features/groups/contract";
import { contentItems } from "../../../server/db/schema.ts";
import { call } from "../../support/call";
import { findDialog, findRegion } from "../../support/on-screen";
import { answerWith, sentTo } from "../../support/on-wire";
import { answering, renderApp, saying } from "../../support/render-app";
import { cardOf, categorySettings, imageUrl, openItems, openLibrary, poolServer } from "./support";

const listing = (line: string) => /^GET .*\/categories\/[^/]+\/items/.test(line);
const categories = (line: string) => /^GET .*\/account-groups\/\d+\/categories/.test(line);

/** Opens the Content Library from another screen, with these answers in place of the server's. */
async function openFromPublishing(
  server: Awaited<ReturnType<typeof poolServer>>["server"],
  which: (line: string) => boolean,
  status: number,
  body: unknown,
  options?: { once: boolean },
) {
  const app = await renderApp("/dashboard/publishing", { server });
  answerWith(app.wire, which, status, body, options);
  await app.user.click(await screen.findByRole("link", { name: "Content Library" }));
  return { ...app, pool: await findRegion("Evergreen Content Pool") };
}

const archived = { image_posts_per_day: 0, text_posts_per_day: 0 };

const names = (pool: Awaited<ReturnType<typeof openLibrary>>["pool"]) =>
  within(pool.getByRole("navigation", { name: "Categories" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

describe("The Evergreen Content Pool", () => {
  it("needs a group", async () => {
    await renderApp("/dashboard/content");
    const words = "Please select or create an account group to manage its content library.";
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Evergreen Content Pool" })).toBeNull();
  });

  it("shows what to do while the group has no category", async () => {
    const { server } = await poolServer();
    const { pool } = await openLibrary(server);
    expect(await pool.findByText("This group has no content categories.")).toBeVisible();
    expect(pool.getByRole("link", { name: "Add a category" })).toHaveAttribute(
      "href",
      expect.stringMatching(
        /tab=evergreen&.*dialog=add-category|dialog=add-category&.*tab=evergreen/,
      ),
    );
  });

  it("lists the categories with type and posts per day, archived ones on request", async () => {
    const { server, addCategory } = await poolServer();
    await addCategory("Dnevna šala");
    await addCategory("Memovi", { category_type: "memes", text_posts_per_day: 0 });
    await addCategory("Stara priča", archived);
    const { user, pool, router } = await openLibrary(server);
    await pool.findByRole("heading", { name: "Dnevna šala" });
    expect(names(pool)).toEqual(["Dnevna šalaEvergreen2 image · 1 text", "MemoviMemes2 image"]);

    await user.click(pool.getByRole("checkbox", { name: "Show Archived Categories" }));
    await waitFor(() => expect(names(pool)).toContain("Stara pričaEvergreenArchived"));
    expect(router.state.location.search).toMatchObject({ archived: true });
  });

  it.each(["__proto__", "constructor", "collage"])(
    "shows an unknown type, '%s', as text",
    async (type) => {
      const { server, group, addCategory } = await poolServer();
      const category = await addCategory("Dnevna šala");
      const { pool } = await openLibrary(
        await answering(
          [
            saying(`/account-groups/${group.id}/categories`, [
              { ...sampleCategory, ...category, name: "Dnevna šala", category_type: type },
            ]),
            saying(`/categories/${category.id}/items`, [
              { ...contentDocs.list.sample.reply[0], media_type: type },
            ]),
          ],
          server,
        ),
      );
      expect(await pool.findAllByText(type)).toHaveLength(2);
    },
  );

  it("shows how to see them when all categories are archived", async () => {
    const { server, addCategory } = await poolServer();
    await addCategory("Stara priča", archived);
    const { user, pool } = await openLibrary(server);
    expect(await pool.findByText("All categories of this group are archived.")).toBeVisible();
    await user.click(pool.getByRole("button", { name: "Show archived categories" }));
    expect(await pool.findByRole("heading", { name: "Stara priča" })).toBeVisible();
    expect(pool.getByRole("checkbox", { name: "Show Archived Categories" })).toBeChecked();
  });

  it("opens the chosen category, and the previous one on Back", async () => {
    const { server, addCategory, addItem } = await poolServer();
    const first = await addCategory("Dnevna šala");
    const second = await addCategory("Saveti");
    await addItem(first, "Nije kasno.");
    await addItem(second, "Vuna se pere hladno.");
    const { user, pool, router } = await openLibrary(server);
    expect(await pool.findByText("Nije kasno.")).toBeVisible();

    await user.click(pool.getByRole("button", { name: /^Saveti/ }));
    expect(await pool.findByText("Vuna se pere hladno.")).toBeVisible();
    expect(pool.queryByText("Nije kasno.")).not.toBeInTheDocument();
    expect(router.state.location.search).toMatchObject({ category: second.id });
    expect(pool.getByRole("button", { name: /^Saveti/ })).toHaveAttribute("aria-current", "true");

    router.history.back();
    expect(await pool.findByText("Nije kasno.")).toBeVisible();
  });

  it("shows why the categories cannot be loaded, and tries again on request", async () => {
    const { server, addCategory } = await poolServer();
    await addCategory("Dnevna šala");
    const away = { detail: "Away." };
    const { user, router, pool } = await openFromPublishing(server, categories, 400, away, {
      once: true,
    });
    const words = "Failed to load content categories for this group.";
    expect(await pool.findByText(words)).toBeVisible();
    expect(pool.getByText("Away.")).toBeVisible();
    await user.click(pool.getByRole("button", { name: "Try again" }));
    expect(await pool.findByRole("heading", { name: "Dnevna šala" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/dashboard/content");
  });
});

describe("The items of a category", () => {
  it("are cards with media, text, state and last use, and are counted", async () => {
    const opened = await openItems([]);
    const { server, pool, category, addItem, addAccount } = opened;
    const account = await addAccount("bluesky", "zima.bsky.social");
    const used = await addItem(category, "Već objavljeno.");
    await addItem(category, "Samo reči.", null);
    await call(server, contentApi.postNow, {
      params: { id: used.id },
      body: { social_account_ids: [account.id] },
    });
    await opened.router.options.context.queryClient.invalidateQueries();

    const card = await cardOf(opened, "Već objavljeno.");
    expect(card.getByRole("img", { name: "Image of the post" })).toBeVisible();
    expect(card.getByText("Image")).toBeVisible();
    expect(card.getByText("Active")).toBeVisible();
    expect(card.getByText(/^Used/)).toBeVisible();
    const words = await cardOf(opened, "Samo reči.");
    expect(words.getByText("Text only")).toBeVisible();
    expect(words.getByText("Unused")).toBeVisible();
    await waitFor(() => expect(pool.getByText("2 active · 1 unused")).toBeVisible());
  });

  it("show a video as its still, and play it large on request", async () => {
    const { server, addCategory, addItem } = await poolServer();
    const { id } = await addItem(await addCategory("Dnevna šala"), "Zima u pokretu.");
    await server.database.db.update(contentItems).set({
      video_url: "/media/sandbox/1.mp4",
      thumbnail_url: "/media/sandbox/1.svg",
      media_type: "video",
    });
    const { user, pool } = await openLibrary(server);
    const card = await cardOf({ pool }, "Zima u pokretu.");
    const still = card.getByRole("img", { name: "Video of the post" });
    expect(still).toHaveAttribute("src", expect.stringContaining("/media/sandbox/1.svg"));
    expect(document.querySelector("video")).toBeNull();

    await user.click(card.getByRole("button", { name: "Video of the post" }));
    const dialog = await findDialog(`Item #${id}`);
    expect(dialog.getByLabelText("Video of the post")).toHaveAttribute("controls");
  });

  it("show the first picture of a video that has no still", async () => {
    const { server, addCategory, addItem } = await poolServer();
    await addItem(await addCategory("Dnevna šala"), "Zima u pokretu.", null);
    await server.database.db
      .update(contentItems)
      .set({ video_url: "/media/sandbox/1.mp4", media_type: "video" });
    const { pool } = await openLibrary(server);
    const card = await cardOf({ pool }, "Zima u pokretu.");
    expect(card.getByRole("button", { name: "Video of the post" })).toBeVisible();
    const video = document.querySelector("video");
    expect(video).toHaveAttribute("src", expect.stringContaining("/media/sandbox/1.mp4"));
    expect(video).toHaveAttribute("preload", "metadata");
    expect(video).not.toHaveAttribute("controls");

    if (video) fireEvent.error(video);
    expect(card.getByRole("button", { name: "Video of the post. No preview" })).toBeVisible();
    expect(document.querySelector("video")).toBeNull();
  });

  it("are leafed through at large, and the focus returns to the last one", async () => {
    const opened = await openItems(["Prva.", "Samo reči.", "Treća."]);
    const { user, items, server } = opened;
    const [first, words, third] = items;
    await server.database.db
      .update(contentItems)
      .set({ image_url: null })
      .where(eq(contentItems.id, words?.id ?? 0));
    await opened.router.options.context.queryClient.invalidateQueries();
    expect(await (await cardOf(opened, "Samo reči.")).findByText("Text only")).toBeVisible();

    const card = await cardOf(opened, "Treća.");
    await user.click(card.getByRole("button", { name: "Image of the post" }));
    await screen.findByRole("dialog", { name: `Item #${third?.id}` });
    await user.keyboard("{ArrowRight}");
    const dialog = await findDialog(`Item #${first?.id}`);
    expect(dialog.getByText("2 of 2")).toBeVisible();
    await user.keyboard("{Escape}");
    const last = (await cardOf(opened, "Prva.")).getByRole("button", { name: "Image of the post" });
    await waitFor(() => expect(last).toHaveFocus());
  });

  it("show what to do while there is none", async () => {
    const { pool } = await openItems([]);
    expect(await pool.findByText("This category has no items.")).toBeVisible();
    expect(pool.getByText("0 active · 0 unused")).toBeVisible();
  });

  it("fold a long text after 100 graphemes, and show all of it on request", async () => {
    const family = "👨‍👩‍👧‍👦";
    const opened = await openItems([family.repeat(120)]);
    const card = await cardOf(opened, `${family.repeat(100)}...`);
    await opened.user.click(card.getByRole("button", { name: "Show more" }));
    expect(card.getByText(family.repeat(120))).toBeVisible();
    await opened.user.click(card.getByRole("button", { name: "Show less" }));
    expect(card.getByText(`${family.repeat(100)}...`)).toBeVisible();
  });

  it("are filtered by the server, with the filters in the address", async () => {
    const opened = await openItems(["Prva.", "Druga."]);
    const { user, pool, wire, router } = opened;
    await cardOf(opened, "Prva.");
    const lastRead = () => sentTo(wire, listing).at(-1);
    const press = (group: string, name: string) =>
      user.click(
        within(pool.getByRole("radiogroup", { name: group })).getByRole("radio", { name }),
      );

    await press("Status", "Inactive");
    await waitFor(() => expect(pool.getByText("No items with these filters.")).toBeVisible());
    await waitFor(() => expect(pool.getByText("0 items with these filters")).toBeVisible());
    expect(lastRead()).toMatch(/items\?is_active=false$/);
    await user.click(pool.getByRole("button", { name: "Clear filters" }));
    expect(await pool.findByText("Prva.")).toBeVisible();
    expect(screen.getByRole("main")).toHaveFocus();

    await press("Status", "Active");
    await user.click(pool.getByRole("checkbox", { name: "Unused only" }));
    await press("Media type", "Image");
    const query = /items\?is_active=true&only_unused=true&media_type=image$/;
    await waitFor(() => expect(lastRead()).toMatch(query));
    await waitFor(() => expect(pool.getByText("2 items with these filters")).toBeVisible());
    const search = { status: "active", unused: true, media: "image" };
    expect(router.state.location.search).toMatchObject(search);
  });

  it("are restored by the address: category, filters and archived categories", async () => {
    const { server, addCategory, addItem } = await poolServer();
    await addCategory("Dnevna šala");
    const old = await addCategory("Stara priča", archived);
    await addItem(old, "Bilo jednom.");
    const { pool, wire } = await openLibrary(
      server,
      `?category=${old.id}&archived=true&status=active&unused=true&media=image`,
    );
    expect(await pool.findByText("Bilo jednom.")).toBeVisible();
    expect(pool.getByRole("checkbox", { name: "Unused only" })).toBeChecked();
    expect(pool.getByRole("radio", { name: "Active" })).toBeChecked();
    expect(pool.getByRole("radio", { name: "Image" })).toBeChecked();
    expect(sentTo(wire, listing)).toHaveLength(1);
  });

  it("are those of the first category, unfiltered, if the address is invalid", async () => {
    const { pool, router } = await openItems(
      ["Prva."],
      "?category=luck&archived=maybe&status=gone&unused=7&media=smell&post-now=&item=old",
    );
    expect(await pool.findByText("Prva.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty("status");
  });

  it("show why they cannot be loaded, and the categories stay", async () => {
    const { server, addCategory, addItem } = await poolServer();
    await addItem(await addCategory("Dnevna šala"), "Prva.");
    const away = { detail: "Away." };
    const { user, pool } = await openFromPublishing(server, listing, 400, away, { once: true });
    expect(await pool.findByText("Failed to fetch content items.")).toBeVisible();
    expect(pool.getByText("Away.")).toBeVisible();
    expect(pool.getByRole("navigation", { name: "Categories" })).toBeVisible();
    await user.click(pool.getByRole("button", { name: "Try again" }));
    expect(await pool.findByText("Prva.")).toBeVisible();
    expect(await pool.findByText("1 active · 1 unused")).toBeVisible();
  });

  it("show the readable records of an answer, and count the others", async () => {
    const { server, addCategory } = await poolServer();
    await addCategory("Dnevna šala");
    const readable = { id: 1, text_content: "Čitljivo.", is_active: true, media_type: "hologram" };
    const data = [readable, { id: null }, "nonsense"];
    const { pool } = await openFromPublishing(server, listing, 200, { data });
    expect(await pool.findByText("Čitljivo.")).toBeVisible();
    expect(pool.getByText("hologram")).toBeVisible();
    expect(await pool.findByText("2 records could not be read.")).toBeVisible();
  });

  it("are shown 24 at a time, and all of a large pool are counted", async () => {
    const { server, addCategory } = await poolServer();
    const { id } = await addCategory("Dnevna šala");
    const rows = Array.from({ length: 1030 }, (_, n) => ({
      category_id: id,
      text_content: `Broj ${n}.`,
      image_url: imageUrl,
      media_type: "image" as const,
      is_active: true,
      created_at: new Date(1_700_000_000_000 + n * 1000),
    }));
    await server.database.db.insert(contentItems).values(rows);
    const { user, pool, wire, router } = await openLibrary(server);

    expect(await pool.findByText("Broj 1029.")).toBeVisible();
    const cards = () => pool.getAllByRole("button", { name: "Actions" });
    await waitFor(() => expect(cards()).toHaveLength(24));
    expect(pool.getByText("1030 active · 1030 unused")).toBeVisible();
    expect(pool.getByText("24 of 1030")).toBeVisible();
    expect(sentTo(wire, listing)).toHaveLength(2);

    // One press, however fast.
    await user.dblClick(pool.getByRole("button", { name: "Load More" }));
    await waitFor(() => expect(cards()).toHaveLength(48));
    expect(pool.getByText("24 more loaded")).toBeInTheDocument();
    expect(router.state.location.search).toMatchObject({ pages: 2 });

    // Other items are shown from their beginning.
    await user.click(pool.getByRole("checkbox", { name: "Unused only" }));
    await waitFor(() => expect(cards()).toHaveLength(24));
    expect(router.state.location.search).not.toHaveProperty("pages");
  });

  it("are all shown again after a reload", async () => {
    const { server, addCategory } = await poolServer();
    const { id } = await addCategory("Dnevna šala");
    await server.database.db.insert(contentItems).values(
      Array.from({ length: 60 }, (_, n) => ({
        category_id: id,
        text_content: `Broj ${n}.`,
        is_active: true,
      })),
    );
    const { pool } = await openLibrary(server, "?pages=2");
    await waitFor(() => expect(pool.getAllByRole("button", { name: "Actions" })).toHaveLength(48));
  });

  it("are read once, as a whole, from a server without pages", async () => {
    const { server, addCategory } = await poolServer();
    await addCategory("Dnevna šala");
    const all = Array.from({ length: 1200 }, (_, id) => ({
      id: `item-${id}`,
      text_content: `Broj ${id}.`,
      is_active: true,
    }));
    const { pool, wire } = await openFromPublishing(server, listing, 200, all);
    expect(await pool.findByText("1200 active · 1200 unused")).toBeVisible();
    expect(sentTo(wire, listing)).toHaveLength(2);
  });
});

it("A group shows its first category if the address names another group's", async () => {
  const { server, addCategory } = await poolServer();
  const { id } = await addCategory("Zimska šala");
  const other = await call(server, groupsApi.create, { body: { name: "Leto" } });
  await call(server, categoriesApi.add, {
    params: { id: other.id },
    body: { ...categorySettings, name: "Letnja šala" },
  });
  const { user, pool } = await openLibrary(server, `?category=${id}`);
  await pool.findByRole("heading", { name: "Zimska šala" });

  await user.click(screen.getByRole("button", { name: "Leto" }));
  expect(await screen.findByRole("heading", { name: "Letnja šala" })).toBeVisible();
});
