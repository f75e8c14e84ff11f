import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { call } from "../../support/call";
import { deferred } from "../../support/deferred";
import { findIn, noDialog } from "../../support/find-in";
import { answering, findToast, jsonAnswer } from "../../support/render-app";
import { createGroup } from "../groups/support";
import {
  activeSettings,
  openRotator,
  rotatingServer,
  runs,
  serverWithVariants,
  stock,
} from "./support";

const isDry = (line: string) => line.includes("dry_run=true");
const isLive = (line: string) => line.includes("dry_run=false");

async function openDry(options: Parameters<typeof openRotator>[0] = {}) {
  const opened = await openRotator(options);
  await opened.press("Dry Run");
  await opened.region.findByText("Dry Run Results");
  const results = within(opened.region.getByRole("region", { name: "Dry Run Results" }));
  return { ...opened, results };
}
const question = () => findIn("alertdialog", "Confirm Live Execution");
const linesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("The runs of the sale rotator", () => {
  it("are refused while it is not enabled, and show why", async () => {
    const { button, wire } = await openRotator({ settings: null });
    for (const name of ["Dry Run", "Live Run", "Confirmed Live Run"]) {
      expect(await button(name)).toBeDisabled();
      expect(await button(name)).toHaveAccessibleDescription(
        "To run it, tick 'Enabled' and save the settings.",
      );
    }
    expect(runs(wire.sent)).toEqual([]);
  });

  it("are refused while 'Enabled' is not ticked, and enabled once it is saved", async () => {
    const { user, region, button, press } = await openRotator({ settings: { is_active: false } });
    await user.click(await region.findByRole("checkbox", { name: "Enabled" }));
    expect(await button("Dry Run")).toBeDisabled();
    await press("Save Settings");
    await waitFor(async () => expect(await button("Dry Run")).toBeEnabled());
    await user.click(region.getByRole("checkbox", { name: "Enabled" }));
    expect(await button("Live Run")).toBeDisabled();
    expect(await button("Live Run")).toHaveAccessibleDescription("'Enabled' is not ticked.");
  });

  it("are refused while another is in progress", async () => {
    const { press, button, wire, region } = await openRotator();
    const waiting = deferred();
    wire.answer(isDry, () => waiting.promise);
    await press("Dry Run");
    expect(await button("Dry Run")).toHaveAttribute("aria-busy", "true");
    expect(await button("Live Run")).toBeDisabled();
    expect(await button("Confirmed Live Run")).toHaveAccessibleDescription("A run is in progress.");
    await press("Dry Run");
    expect(runs(wire.sent)).toHaveLength(1);
    waiting.resolve(undefined);
    expect(await region.findByText("Dry Run Results")).toBeVisible();
    expect(await button("Live Run")).toBeEnabled();
  });
});

describe("A dry run", () => {
  it("shows what would change, and changes nothing", async () => {
    const { results, shop } = await openDry();
    expect(await findToast("Dry run completed! Review the results below.")).toBeVisible();
    expect(results.getByText("2 updates · 1 removal · the shop has not changed")).toBeVisible();
    expect(linesOf(results.getByRole("list", { name: "Products to add to sale" }))).toEqual([
      "+Majica 2from 1,000 to 800 RSD−20%+ sale",
      "+Majica 31,000 RSD+ sale",
    ]);
    expect(linesOf(results.getByRole("list", { name: "Products to remove from sale" }))).toEqual([
      "−Majica 1from 800 to 1,000 RSD− sale",
    ]);
    expect(results.queryByText(/to look at/)).not.toBeInTheDocument();
    expect([...(await shop()).values()].map(({ changes }) => changes)).toEqual([0, 0, 0]);
  });

  it("marks totals and prices that are not plausible", async () => {
    const { press, wire, user, region } = await openRotator();
    const product = { product_name: "Kapa", product_id: "9", tags_to_add: ["sale"] };
    wire.answer(isDry, () =>
      jsonAnswer(200, {
        summary: {
          total_updates: 5,
          total_removals: 0,
          products_to_add_to_sale: [
            { ...product, product_id: "1", product_name: "Šal", original_price: 10, new_price: 8 },
            { ...product, original_price: 1000, new_price: 0 },
          ],
          products_to_remove_from_sale: [],
        },
      }),
    );
    await press("Dry Run");
    await region.findByText("Dry Run Results");
    const results = within(region.getByRole("region", { name: "Dry Run Results" }));
    expect(results.getByText("The totals do not match the lists")).toBeVisible();
    expect(results.getByText("1 product to check")).toBeVisible();
    expect(results.getByText("Price is zero")).toBeVisible();
    expect(results.getByText("No products are taken off sale.")).toBeVisible();
    await user.selectOptions(results.getByRole("combobox", { name: "Sort by" }), "Flagged first");
    const [first] = linesOf(results.getByRole("list", { name: "Products to add to sale" }));
    expect(first).toContain("Kapa");
  });

  it("shows the old and the new price of each variant of a product, and exports them", async () => {
    const { user, results } = await openDry({ given: await serverWithVariants() });
    const list = within(results.getByRole("list", { name: "Products to add to sale" }));
    const variants = list.getByText(/^3 variants,/);
    expect(variants).toHaveTextContent("3 variants, from 1,000–2,500 to 800–2,000 RSD−20%");
    expect(list.getByText("XL")).not.toBeVisible();
    await user.click(variants);
    expect(list.getByText("XL")).toBeVisible();
    expect(list.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "from 1,000 to 800 RSD−20%",
      "from 2,000 to 1,600 RSD−20%",
      "from 2,500 to 2,000 RSD−20%",
    ]);

    const blobs: Blob[] = [];
    const createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`;
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
    await user.click(results.getByRole("button", { name: "Export CSV" }));
    expect(await findToast("1 product exported.")).toBeVisible();
    const lines = (await blobs[0]?.text())?.split("\r\n");
    expect(lines?.slice(1)).toEqual([
      "Add to sale,Bluza,7,S,1000,800,20,sale,",
      "Add to sale,Bluza,7,XL,2000,1600,20,sale,",
      "Add to sale,Bluza,7,XXL,2500,2000,20,sale,",
      "",
    ]);
  });

  it("is marked as one of earlier settings once those have changed", async () => {
    const { user, region, results, press } = await openDry();
    expect(results.queryByText("For earlier settings")).not.toBeInTheDocument();
    const days = region.getByRole("spinbutton", { name: "Cooldown days" });
    await user.clear(days);
    await user.type(days, "30");
    await press("Save Settings");
    expect(await results.findByText("For earlier settings")).toBeVisible();
    expect(results.getByText(/The settings have changed since\. Made for Zima/)).toBeVisible();
  });

  it("is marked as one of another group", async () => {
    const { user, server } = await openDry();
    const { id } = await createGroup(server, "Leto");
    await call(server, saleRotatorApi.saveSettings, {
      params: { groupId: id },
      body: activeSettings,
    });
    await user.click(screen.getByRole("button", { name: "+ New Group" }));
    const dialog = await findIn("dialog", "Create New Group");
    await user.type(dialog.getByRole("textbox", { name: "Group Name" }), "Jesen");
    await user.click(dialog.getByRole("button", { name: "Create Group" }));
    await noDialog();
    expect(await screen.findByText("For earlier settings")).toBeVisible();
    expect(screen.getByText(/It was made for another group\. Made for Zima/)).toBeVisible();
  });

  it.each([
    [jsonAnswer(409, { detail: "Connect a Shopify integration first." }), /^Connect a Shopify/],
    [new Response("", { status: 502 }), /^Dry run failed/],
    [jsonAnswer(200, { other: true }), /^Dry run failed/],
  ])("reports that it failed: %#", async (answer, text) => {
    const { press, region, wire } = await openRotator();
    wire.answer(isDry, () => answer.clone());
    await press("Dry Run");
    expect(await findToast(text)).toBeVisible();
    const alert = await region.findByRole("alert");
    expect(alert).toHaveTextContent(text);
    expect(alert).not.toHaveTextContent(/it may still have gone through/i);
    expect(screen.queryByRole("region", { name: "Dry Run Results" })).not.toBeInTheDocument();
  });
});

describe("A live run", () => {
  it("asks first, naming the group, the shop and how many, then changes the shop", async () => {
    const { user, press, shop } = await openDry();
    await press("Live Run");
    const asked = await question();
    expect(asked.getByText("Zima")).toBeVisible();
    expect(asked.getByText("2 price updates")).toBeVisible();
    expect(asked.getByText("1 removal")).toBeVisible();
    expect(await asked.findByText("zima.myshopify.com")).toBeVisible();
    await user.click(asked.getByRole("button", { name: "Yes, Execute" }));
    expect(await screen.findByText("Sale rotation executed successfully!")).toBeVisible();
    await noDialog("alertdialog");
    expect(screen.queryByRole("region", { name: "Dry Run Results" })).not.toBeInTheDocument();
    expect([...(await shop()).values()].map(({ price }) => price)).toEqual([1000, 800, 1000]);
  });

  it("names the shop but no number without a dry run, and does nothing when cancelled", async () => {
    const { user, press, wire } = await openRotator({ products: [stock("1", ["rotator"])] });
    await press("Live Run");
    const asked = await question();
    expect(
      asked.getByText(/Number of products unknown: run a dry run with these settings first/),
    ).toBeVisible();
    expect(await asked.findByText("zima.myshopify.com")).toBeVisible();
    expect(asked.getByText(/This changes prices in/)).toHaveTextContent(
      /This changes prices in zima\.myshopify\.com\.$/,
    );
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    expect(runs(wire.sent)).toEqual([]);
  });

  it("can be confirmed although the name of the shop cannot be read", async () => {
    const { user, press, wire } = await openDry();
    wire.answer(/\/integrations$/, () => jsonAnswer(500, {}));
    await press("Live Run");
    const asked = await question();
    // A failed read replaces the name that stands there until then.
    await waitFor(() => expect(asked.getByText("the shop")).toBeVisible());
    await user.click(asked.getByRole("button", { name: "Yes, Execute" }));
    expect(await screen.findByText("Sale rotation executed successfully!")).toBeVisible();
  });

  it.each([
    [jsonAnswer(409, { detail: "A confirmed run waits." }), "A confirmed run waits."],
    [jsonAnswer(400, {}), "Live run failed"],
    [new Response("", { status: 502 }), "Live run failed"],
  ])("reports that it failed, and keeps the question open: %#", async (answer, text) => {
    const { user, press, wire } = await openDry();
    wire.answer(isLive, () => answer.clone());
    await press("Live Run");
    const asked = await question();
    await user.click(asked.getByRole("button", { name: "Yes, Execute" }));
    expect(await asked.findByRole("alert")).toHaveTextContent(text);
    expect(screen.getAllByText(text, { exact: false }).length).toBeGreaterThan(1);
    // A live run that may have changed the shop invalidates the dry run before it.
    const isKept = answer.status < 500;
    expect(screen.queryAllByText("Dry Run Results").length > 0).toBe(isKept);
  });

  it("is offered again in other words where a second press may do it twice", async () => {
    const given = await rotatingServer();
    const health = () => jsonAnswer(200, { status: "ok", capabilities: [] });
    const server = await answering([{ to: "/healthz", says: health }], given.server);
    const { user, press, wire } = await openDry({ given: { ...given, server } });
    wire.answer(isLive, () => new Response("", { status: 504 }), { once: true });
    await press("Live Run");
    const asked = await question();
    await user.click(asked.getByRole("button", { name: "Yes, Execute" }));
    expect(await asked.findByRole("button", { name: "Try again anyway" })).toBeVisible();
    expect(asked.queryByRole("button", { name: "Yes, Execute" })).not.toBeInTheDocument();

    // Asked once more, it shows no failure, but the doubt is still there.
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await noDialog("alertdialog");
    await press("Live Run");
    const again = await question();
    expect(again.queryByRole("alert")).toBeNull();
    const words =
      "The last attempt may have gone through. Another run may change the prices again.";
    expect(again.getByText(words)).toBeVisible();
    expect(again.queryByRole("button", { name: "Yes, Execute" })).toBeNull();
    await user.click(again.getByRole("button", { name: "Try again anyway" }));
    expect(await screen.findByText("Sale rotation executed successfully!")).toBeVisible();
    await noDialog("alertdialog");
    await press("Live Run");
    const settled = await question();
    expect(settled.getByRole("button", { name: "Yes, Execute" })).toBeVisible();
    expect(settled.queryByText(words)).toBeNull();
  });
});
