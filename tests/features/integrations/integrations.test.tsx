import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSmtpMailer } from "../../../server/adapters/live/smtp/mailer.ts";
import { sandboxWorld } from "../../../server/ports/world.ts";
import { startSmtp } from "../../peers/smtp/peer.ts";
import { holdTime, pass, press, until } from "../../support/held-time";
import { findToast, jsonAnswer } from "../../support/render-app";
import { mailBySmtp, mailService, openWith, shop } from "./support";

const refusal = () => jsonAnswer(409, { detail: "Not now." });
const syncCall = (line: string) => line.endsWith("/sync-products");
const removeCall = (line: string) => line.startsWith("DELETE ");
const listCall = (line: string) => /^GET .*account-groups\/\d+\/integrations$/.test(line);

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

  it("fails its test with the words of an SMTP server that does not take the sender", async () => {
    const smtp = await startSmtp({ isOpen: true });
    onTestFinished(smtp.close);
    const mailer = createSmtpMailer({
      server: { host: "127.0.0.1", port: smtp.port, isEncrypted: false, login: undefined },
      clock: { now: () => new Date() },
      isPlain: true,
    });
    const { user, cardOf } = await openWith({
      own: [mailService],
      ports: { ...mailBySmtp(), mailer },
    });
    const words = "5.7.1 Sender address rejected: not owned by user";
    smtp.state.refuse = (step) => (step === "to" ? { code: 553, words } : undefined);
    const card = await cardOf("novosti@zima.example.com");
    await user.click(card.getByRole("button", { name: "Test" }));
    expect(await card.findByRole("alert")).toHaveTextContent(`Test failed.553 ${words}`);
    expect(smtp.received).toEqual([]);
  });

  it("says where it reports bounces, and what an operator should know", async () => {
    const { wire, cardOf, router } = await openWith({ own: [mailService] });
    await cardOf("novosti@zima.example.com");
    const events_url = "https://console.example.com/webhooks/ses/abc";
    wire.answer(listCall, () =>
      jsonAnswer(200, [
        {
          ...{ id: 1, platform: "amazon_ses", store_name: "Zima", account_group_id: 1 },
          ...{ note: "In Amazon's sandbox.", events_url, last_event_at: null },
        },
      ]),
    );
    await router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    const card = await cardOf("Zima");
    expect(card.getByText("In Amazon's sandbox.")).toBeVisible();
    expect(
      card.getByText(/Subscribe this address to an SNS topic: https:\/\/console/),
    ).toBeVisible();
  });
});

describe("A shop", () => {
  const address = "https://console.example.com/webhooks/shopify/abc";
  const open = async (more: object) => {
    const app = await openWith({ own: [shop()] });
    app.wire.answer(listCall, () =>
      jsonAnswer(200, [
        {
          ...{ id: 1, platform: "shopify", store_name: "Zima", account_group_id: 1 },
          ...{ synced_at: null, ...more },
        },
      ]),
    );
    await app.router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    return app.cardOf("Zima");
  };

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
    const below = async (name: string) => within(await screen.findByRole("region", { name }));
    const shops = await below("Shopify");
    expect(shops.getByRole("heading", { name: "zima.myshopify.com", level: 4 })).toBeVisible();
    const services = await below("Amazon SES");
    expect(services.getByRole("heading", { name: "novosti@zima.example.com" })).toBeVisible();
    expect(services.queryByRole("button", { name: "Sync products" })).not.toBeInTheDocument();
    expect((await below("Facebook Ads")).getByText("No ad account.")).toBeVisible();
  });

  it("show how far the sync of a shop is, and what its app may not do", async () => {
    const { wire, cardOf, router } = await openWith({ own: [shop()] });
    await cardOf("zima.myshopify.com");
    const note = "Without read_publications the Online Store is the only known sales channel.";
    const sync_progress: { read: number; total: number | null } = { read: 1250, total: 5000 };
    wire.answer(listCall, () =>
      jsonAnswer(200, [
        {
          ...{ id: 1, platform: "shopify", store_name: "Zima", account_group_id: 1 },
          ...{ synced_at: null, last_known_error: null, note, sync_progress },
        },
      ]),
    );
    const again = () =>
      router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    await again();
    const card = await cardOf("Zima");
    expect(card.getByText("Reading its products: 1,250 of 5,000")).toBeVisible();
    expect(card.getByText(note)).toBeVisible();
    sync_progress.total = null;
    await again();
    expect(await card.findByText("Reading its products: 1,250")).toBeVisible();
  });

  it("show one of a platform that only a newer server knows, under its own name", async () => {
    const { wire, cardOf, router } = await openWith({ own: [shop()] });
    await cardOf("zima.myshopify.com");
    wire.answer(listCall, () =>
      jsonAnswer(200, [{ id: "a", platform: "woo", store_name: "Zima", account_group_id: 1 }]),
    );
    await router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    expect(await screen.findByRole("region", { name: "woo" })).toBeVisible();
    const card = await cardOf("Zima");
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

  it("show why they cannot be loaded, and try again on request", async () => {
    const { user, wire } = await openWith({ own: [shop()], tab: "settings" });
    wire.answer(listCall, () => jsonAnswer(500, {}), { once: true });
    await user.click(await screen.findByRole("tab", { name: "Integrations" }));
    expect(await screen.findByText("Failed to fetch integrations.")).toBeVisible();
    // The forms do not need the list.
    expect(screen.getByRole("form", { name: "Add Shopify" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "zima.myshopify.com" })).toBeVisible();
  });

  it("stay on the screen, with a note, when they cannot be refreshed", async () => {
    const { wire, router } = await openWith({ own: [shop()] });
    await screen.findByRole("heading", { name: "zima.myshopify.com" });
    wire.answer(listCall, () => jsonAnswer(400, {}));
    await router.options.context.queryClient.invalidateQueries({ queryKey: ["integrations"] });
    const note = await screen.findByText(/^Failed to fetch integrations\. Showing/);
    expect(note).toBeVisible();
    expect(screen.getByRole("heading", { name: "zima.myshopify.com" })).toBeVisible();
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
    const services = within(await screen.findByRole("region", { name: "Mail by SMTP" }));
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
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
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
