import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { productsApi } from "@/features/products/contract";
import { call } from "../support/call";
import { findIn } from "../support/find-in";
import { findToast, jsonAnswer, renderApp, startServer } from "../support/render-app";
import { bluesky, openWith, x } from "./accounts/support";
import { choose, openItems } from "./content/support";
import { open as openPerformance, rows } from "./performance/support";
import { openRotator } from "./sale-rotator/support";
import { dryRun, performance, product, step } from "./spec-calls";

/** Expects none of the texts that report a lost part of an answer. */
const expectNothingLost = () =>
  expect(screen.queryByText(/could not be read|may already be live/)).not.toBeInTheDocument();

const linesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("Posting now at a server that returns only a status", () => {
  async function post(statuses: readonly object[]) {
    const opened = await openItems(["Sutra radimo."]);
    for (const [place] of statuses.entries()) await opened.addAccount("bluesky", `zima-${place}`);
    await choose(opened, "Sutra radimo.", "Post now");
    const dialog = await findIn("dialog", "Post now");
    for (const [place] of statuses.entries()) {
      const name = `@zima-${place} · Bluesky`;
      await opened.user.click(await dialog.findByRole("checkbox", { name }));
    }
    opened.wire.answer(/\/post-now$/, () => jsonAnswer(200, { publishing_results: statuses }));
    await opened.user.click(dialog.getByRole("button", { name: "Post now" }));
    const lines = linesOf(await dialog.findByRole("list", { name: "Result per account" }));
    return { dialog, lines };
  }

  it("is reported as published for its word for that", async () => {
    const { dialog, lines } = await post([{ status: "POSTED" }]);
    expect(dialog.getByText("Published on 1 of 1 account.")).toBeVisible();
    expect(lines).toEqual(["@zima-0BlueskyPublished"]);
    expectNothingLost();
  });

  it("is reported as failed for its word for that, and may be retried", async () => {
    const { dialog, lines } = await post([{ status: "Rejected" }, { status: "Rejected" }]);
    expect(dialog.getByText("Published on 0 of 2 accounts. 2 failed.")).toBeVisible();
    expect(lines).toEqual(["@zima-0BlueskyFailed", "@zima-1BlueskyFailed"]);
    expect(dialog.getByRole("button", { name: "Retry failed only" })).toBeVisible();
    expectNothingLost();
  });

  it("names no account if it may be another, and retries nothing", async () => {
    const { dialog, lines } = await post([{ status: "success" }, { status: "error" }]);
    expect(dialog.getByText("Published on 1 of 2 accounts. 1 failed.")).toBeVisible();
    expect(lines).toEqual(["One of the accountsPublished", "One of the accountsFailed"]);
    expect(dialog.queryByRole("button", { name: "Retry failed only" })).toBeNull();
    expectNothingLost();
  });

  it("shows an unknown status as it was sent", async () => {
    const { lines } = await post([{ status: "In_Review" }]);
    expect(lines).toEqual(["@zima-0BlueskyIn_Review"]);
    expectNothingLost();
  });

  it("reports an unknown outcome if there is no status", async () => {
    const { lines } = await post([{ status: null }]);
    expect(lines).toEqual(["@zima-0BlueskyIt may already be live: check the profile."]);
  });
});

describe("Publishing directly at a server whose answer is not specified", () => {
  async function publish(answer: Response) {
    const { user, wire } = await openWith([bluesky, x], "direct");
    const form = await findIn("form", "Publish now");
    await user.type(form.getByRole("textbox", { name: "Text content" }), "Sutra.");
    wire.answer(/\/publishing\/publish$/, () => answer);
    await user.click(form.getByRole("button", { name: "Publish" }));
    const question = await findIn("alertdialog");
    await user.click(question.getByRole("button", { name: "Publish" }));
    return linesOf(await screen.findByRole("list", { name: "Result per account" }));
  }
  const sent = ["@zimaBlueskySent", "@zimskaX (Twitter)Sent"];

  it.each([
    ["nothing", new Response(null, { status: 204 })],
    ["a record of its own", jsonAnswer(201, { id: 5, publishing_results: "soon" })],
  ])("is done when it answers %s", async (_, answer) => {
    expect(await publish(answer)).toEqual(sent);
    expect(
      screen.getByText("Sent to 2 accounts. The server reports no result per account."),
    ).toBeVisible();
    expectNothingLost();
  });

  it("shows the server's message", async () => {
    expect(await publish(jsonAnswer(200, { message: "It is on its way." }))).toEqual(sent);
    expect(screen.getByText("It is on its way.")).toBeVisible();
    expectNothingLost();
  });
});

describe("The performance table", () => {
  it("shows the fields of a post that the server sends", async () => {
    const { scheduled_post_id, text_content, likes } = performance;
    await openPerformance("", {
      list: () =>
        jsonAnswer(200, [
          performance,
          { scheduled_post_id: 39, text_content: 7, likes: "12", platform: null, impressions: {} },
          { scheduled_post_id: 38 },
        ]),
    });
    const [first, second, third] = (await rows(text_content)).map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );
    const none = "—";
    expect(first?.slice(3)).toEqual(["4.2K", "12", String(likes), "14", "9", "4.99%, medium"]);
    expect(second?.slice(3)).toEqual([none, none, "12", none, none, none]);
    expect(third?.slice(3)).toEqual([none, none, none, none, none, none]);
    expect(scheduled_post_id).toBe(40);
    expectNothingLost();
  });
});

describe("The runs of the sale rotator", () => {
  it("show a dry run with the fields of the specification alone", async () => {
    const { press, region, wire } = await openRotator();
    wire.answer(/dry_run=true/, () => jsonAnswer(200, { data: dryRun }));
    await press("Dry Run");
    expect(await region.findByText("Dry Run Results")).toBeVisible();
    expect(region.getByText(/^1 update · 1 removal/)).toBeVisible();
    const [added, removed] = ["Products to add to sale", "Products to remove from sale"].map(
      (name) => linesOf(region.getByRole("list", { name })),
    );
    expect(added).toEqual(["+Majicafrom 2,490 to 1,992 RSD−20%+ sale"]);
    expect(removed).toEqual(["−Šolja− sale"]);
    expectNothingLost();
  });

  it("go through a confirmed run with the fields of the specification alone", async () => {
    const { user, press, wire } = await openRotator();
    wire.answer(/\/trigger-step\//, async (request) =>
      jsonAnswer(200, (await request.json()) === null ? { ...step, completed_action: null } : step),
    );
    await press("Confirmed Live Run");
    const dialog = await findIn("dialog", "Confirmed Live Run");
    expect(dialog.getByText("0 of 2 done")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Proceed" }));
    expect(await dialog.findByText("Just done")).toBeVisible();
    expect(dialog.getAllByText("Šolja").length).toBeGreaterThan(0);
    expect(dialog.getByText("− sale")).toBeVisible();
    // The server's summary is shown behind the dialog.
    expect(await screen.findByText("Šolja is off sale.")).toBeInTheDocument();
    expectNothingLost();
  });
});

describe("A product that is saved at a server whose answer is not specified", () => {
  it.each([
    ["nothing", () => new Response(null, { status: 204 })],
    ["half of it", ({ id }: { id: number }) => jsonAnswer(200, { id, name: "Half" })],
  ])("is done when it answers %s, and the catalog shows the stored product", async (_, answer) => {
    const server = await startServer();
    const { id: _id, ...body } = product;
    const stored = await call(server, productsApi.add, { body });
    const { user, wire } = await renderApp("/dashboard/config#products", { server });
    const catalog = await findIn("region", "Product Catalog Manager");
    await user.click(await catalog.findByRole("button", { name: "Edit" }));
    const name = within(await screen.findByRole("form", { name: "Product" })).getByRole("textbox", {
      name: "Product name",
    });
    await user.type(name, " „Kopaonik“");
    let isSaved = false;
    let reload = () => {};
    const reloaded = new Promise<void>((resolve) => {
      reload = resolve;
    });
    wire.answer(/^GET \/api\/v1\/admin\/products\/$/, async (request) => {
      // The form reads the product before it saves.
      if (isSaved) await reloaded;
      return server.fetch(request);
    });
    wire.answer(/^PUT/, async (request) => {
      await server.fetch(request);
      isSaved = true;
      return answer(stored);
    });
    await user.click(screen.getByRole("button", { name: "Update Product" }));
    expect(await findToast("Product updated successfully!")).toBeVisible();
    // Nothing of such an answer replaces the product.
    expect(catalog.getByRole("heading", { name: "Vuneni šal", level: 4 })).toBeVisible();
    expect(catalog.queryByText("Half")).not.toBeInTheDocument();
    reload();
    expect(
      await catalog.findByRole("heading", { name: "Vuneni šal „Kopaonik“", level: 4 }),
    ).toBeVisible();
    expectNothingLost();
  });
});
