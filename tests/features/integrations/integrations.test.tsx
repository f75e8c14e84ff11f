import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sandboxWorld } from "../../../server/ports/world.ts";
import { findIn, noDialog } from "../../support/find-in";
import { holdTime, pass, press, until } from "../../support/held-time";
import { findToast, jsonAnswer } from "../../support/render-app";
import { mailBySmtp, mailService, openWith, shop } from "./support";

const refusal = () => jsonAnswer(409, { detail: "Not now." });
const syncCall = (line: string) => line.endsWith("/sync-products");
const removeCall = (line: string) => line.startsWith("DELETE ");

describe("A mail service", () => {
  const testCall = (line: string) => /^POST .*integrations\/\d+\/test$/.test(line);

  it("is tested on request, and shows what the account lacks", async () => {
    const { cardOf, wire } = await openWith({ own: [mailService, shop()] });
    expect((await cardOf("zima.myshopify.com")).queryByRole("button", { name: "Test" })).toBeNull();
    const card = await cardOf("novosti@zima.example.com");
    holdTime();
    await press(card.getByRole("button", { name: "Test" }));
    await until(() => screen.getByText(/Mail can be sent from novosti@zima\.example\.com\./));
    wire.answer(testCall, () => jsonAnswer(400, { detail: "Not verified." }));
    // An earlier press would count as the second half of a double click.
    await pass(500);
    await press(card.getByRole("button", { name: "Test" }));
    const alert = await until(() => card.getByRole("alert"));
    expect(alert).toHaveTextContent("Test failed.Not verified.");
  });

  it("says where it reports bounces, and what an operator should know", async () => {
    const { show } = await openWith();
    const events_url = "https://console.example.com/webhooks/ses/abc";
    const note = "In Amazon's sandbox.";
    const card = await show({ platform: "amazon_ses", note, events_url, last_event_at: null });
    expect(card.getByText("In Amazon's sandbox.")).toBeVisible();
    expect(
      card.getByText(/Subscribe this address to an SNS topic: https:\/\/console/),
    ).toBeVisible();
  });
});

describe("A shop", () => {
  const address = "https://console.example.com/webhooks/shopify/abc";
  const open = async (more: object) => (await openWith()).show({ synced_at: null, ...more });

  it("says where Shopify tells of changes, and when it did last", async () => {
    const none = await open({ events_url: address, last_event_at: null });
    expect(none.getByText(/^None received yet\./)).toHaveTextContent(
      `None received yet. In the app at Shopify, subscribe products/update and app/uninstalled to ${address}`,
    );
    expect(none.queryByText(/SNS/)).toBeNull();
  });

  it("keeps the address once a webhook came", async () => {
    const last_event_at = new Date(Date.now() - 3_600_000).toISOString();
    const some = await open({ events_url: address, last_event_at });
    expect(some.getByText(/^Last received/)).toHaveTextContent(
      /^Webhooks?Last received .*ago\. In the app at Shopify, subscribe .* to https:\/\/console/,
    );
  });

  it("says nothing of webhooks if the backend does not", async () => {
    expect((await open({})).queryByText("Webhooks")).toBeNull();
  });
});

describe("The integrations of a group", () => {
  it("show what to do while there are none", async () => {
    await openWith();
    expect(await screen.findByText("This group has no integrations.")).toBeVisible();
    expect(await screen.findByText(/No other group has a Shopify integration/)).toBeVisible();
  });

  it("are listed below their platforms, and other platforms show what is missing", async () => {
    await openWith({ own: [shop(), mailService] });
    const below = (name: string) => findIn("region", name);
    const shops = await below("Shopify");
    expect(shops.getByRole("heading", { name: "zima.myshopify.com", level: 4 })).toBeVisible();
    const services = await below("Amazon SES");
    expect(services.getByRole("heading", { name: "novosti@zima.example.com" })).toBeVisible();
    expect(services.queryByRole("button", { name: "Sync products" })).not.toBeInTheDocument();
    expect((await below("Facebook Ads")).getByText("No ad account.")).toBeVisible();
  });

  it("show how far the sync of a shop is, and what its app may not do", async () => {
    const { show } = await openWith();
    const note = "Without read_publications the Online Store is the only known sales channel.";
    const fields = { synced_at: null, last_known_error: null, note };
    const card = await show({ ...fields, sync_progress: { read: 1250, total: 5000 } });
    expect(card.getByText("Reading its products: 1,250 of 5,000")).toBeVisible();
    expect(card.getByText(note)).toBeVisible();
    await show({ ...fields, sync_progress: { read: 1250, total: null } });
    expect(await card.findByText("Reading its products: 1,250")).toBeVisible();
  });

  it("show one of a platform that only a newer server knows, under its own name", async () => {
    const { show } = await openWith();
    const card = await show({ id: "a", platform: "woo" });
    expect(await screen.findByRole("region", { name: "woo" })).toBeVisible();
    expect(card.getByText(/does not support its platform/)).toBeVisible();
    expect(card.getByRole("button", { name: "Remove" })).toBeVisible();
  });

  it.each([
    [
      "ends",
      30,
      /^Works until .+, when Shopify retires the API version that this server uses\. Update the server before then\.$/,
    ],
    [
      "has ended",
      -1,
      /^Shopify retired the API version that this server uses on .+\. Update the server\.$/,
    ],
  ])("say when the API of a platform %s, and what to do", async (_, days, words) => {
    const end = new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
    const { cardOf } = await openWith({
      own: [shop(), mailService],
      ports: { world: { ...sandboxWorld, apiEnds: { shopify: end } } },
    });
    const card = await cardOf("zima.myshopify.com");
    expect(card.getByText(/API version/)).toHaveTextContent(words);
    const other = await cardOf("novosti@zima.example.com");
    expect(other.queryByText(/API version/)).toBeNull();
  });
});

describe("Syncing a shop's products", () => {
  it("starts the sync once, and shows when it has ended", async () => {
    const { user, cardOf, server, wire, router } = await openWith({ own: [shop()] });
    const card = await cardOf("zima.myshopify.com");
    expect(card.getByText("Its products have not been synced yet")).toBeVisible();
    await user.dblClick(card.getByRole("button", { name: "Sync products" }));
    expect(await findToast("The products of zima.myshopify.com are being synced.")).toBeVisible();
    expect(wire.sent.filter(syncCall)).toHaveLength(1);

    await server.runJobs();
    await router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    expect(await card.findByText(/^Products synced/)).toBeVisible();
  });

  it("shows on the card why it could not be started", async () => {
    const { user, cardOf, wire } = await openWith({ own: [shop()] });
    wire.answer(syncCall, refusal);
    const card = await cardOf("zima.myshopify.com");
    await user.click(card.getByRole("button", { name: "Sync products" }));
    expect(await card.findByRole("alert")).toHaveTextContent(
      "Failed to start Shopify sync.Not now.",
    );
    expect(await findToast("Failed to start Shopify sync.")).toBeVisible();
  });

  it("reports that it may have been started when no answer came", async () => {
    const { user, cardOf, wire } = await openWith({ own: [shop()] });
    wire.answer(syncCall, () => Promise.reject(new TypeError("Failed to fetch")));
    const card = await cardOf("zima.myshopify.com");
    await user.click(card.getByRole("button", { name: "Sync products" }));
    expect(await card.findByRole("alert")).toHaveTextContent(
      "Failed to start Shopify sync.The server did not respond. It may still have gone through.",
    );
  });

  it("shows why the products could not be read", async () => {
    const { cardOf, server, router } = await openWith({ own: [shop()] });
    await cardOf("zima.myshopify.com");
    vi.spyOn(server.ports.shop, "page").mockRejectedValue(new Error("gone"));
    // The failed job is retried later.
    await server.runJobs().catch(() => {});
    await router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    const card = await cardOf("zima.myshopify.com");
    expect(await card.findByText("The shop did not answer.")).toBeVisible();
    expect(card.getByText("Last error")).toBeVisible();
  });
});

describe("Removing an integration", () => {
  const ask = async (opened: Awaited<ReturnType<typeof openWith>>, name: string) => {
    const card = await opened.cardOf(name);
    await opened.user.click(card.getByRole("button", { name: "Remove" }));
    return within(await screen.findByRole("alertdialog", { name: `Remove ${name}?` }));
  };

  it.each([
    ["zima.myshopify.com", shop()],
    ["novosti@zima.example.com", mailService],
  ])("asks first, naming it: %s", async (name, one) => {
    const opened = await openWith({ own: [one] });
    const question = await ask(opened, name);
    await opened.user.click(question.getByRole("button", { name: "Remove" }));
    expect(await findToast("Integration removed.")).toBeVisible();
    expect(await screen.findByText("This group has no integrations.")).toBeVisible();
    expect(await opened.stored()).toEqual([]);
  });

  it("speaks of no keys where mail goes out by SMTP, nor of Amazon", async () => {
    const opened = await openWith({ own: [mailService], ports: mailBySmtp() });
    const services = await findIn("region", "Mail by SMTP");
    expect(services.getByRole("heading", { name: "novosti@zima.example.com" })).toBeVisible();
    expect(screen.queryByText(/Amazon SES/)).not.toBeInTheDocument();
    const question = await ask(opened, "novosti@zima.example.com");
    expect(question.getByText(/^The Mail by SMTP integration/)).toHaveTextContent(
      "The Mail by SMTP integration novosti@zima.example.com is removed. A newsletter sent with it stops until you choose another.",
    );
  });

  it("does nothing on Cancel", async () => {
    const opened = await openWith({ own: [shop()] });
    const question = await ask(opened, "zima.myshopify.com");
    await opened.user.click(question.getByRole("button", { name: "Cancel" }));
    await noDialog("alertdialog");
    expect(await opened.stored()).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Remove" })).toHaveFocus();
  });

  it("keeps the question open, with the reason, when it is refused", async () => {
    const opened = await openWith({ own: [shop()] });
    opened.wire.answer(removeCall, refusal);
    const question = await ask(opened, "zima.myshopify.com");
    await opened.user.click(question.getByRole("button", { name: "Remove" }));
    expect(await question.findByRole("alert")).toHaveTextContent(
      "Failed to remove integration.Not now.",
    );
    expect(await opened.stored()).toHaveLength(1);
  });
});
