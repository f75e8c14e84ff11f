import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { call } from "../../support/call";
import { findIn, noDialog } from "../../support/find-in";
import { openRotator, rotatingServer, stock } from "./support";

const twoProducts = [stock("1", ["rotator"]), stock("2", ["rotator"], { price: 2490 })];

test("all original prices come back by one button, which first shows them and names the shop", async () => {
  const given = await rotatingServer({ products: twoProducts });
  await call(given.server, saleRotatorApi.trigger, {
    params: { groupId: given.group },
    query: { dry_run: false },
  });
  const { user, press, shop } = await openRotator({ given });
  expect([...(await shop()).values()].map(({ price }) => price)).toEqual([800, 1992]);
  await press("Restore original prices…");
  const dialog = await findIn("alertdialog", "Restore Original Prices");
  expect(dialog.getByText(/This changes prices in/)).toHaveTextContent(
    "This changes prices in zima.myshopify.com: 2 products that the rotator put on sale get their original prices back and lose the sale tag.",
  );
  const rows = within(dialog.getByRole("list", { name: "Original prices" })).getAllByRole(
    "listitem",
  );
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining("Majica 1"),
    expect.stringContaining("Majica 2"),
  ]);
  await user.click(dialog.getByRole("button", { name: "Yes, Restore" }));
  expect(await screen.findByText("Original prices restored successfully!")).toBeVisible();
  await noDialog("alertdialog");
  expect([...(await shop()).values()]).toMatchObject([
    { price: 1000, tags: ["rotator"] },
    { price: 2490, tags: ["rotator"] },
  ]);
});

test("nothing changes when the operator cancels, also with a rotator that is off", async () => {
  const given = await rotatingServer({ products: twoProducts, settings: { is_active: false } });
  const { user, press, shop } = await openRotator({ given });
  await press("Restore original prices…");
  const dialog = await findIn("alertdialog", "Restore Original Prices");
  expect(dialog.getByText("All products already have their original price.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await noDialog("alertdialog");
  expect([...(await shop()).values()].map(({ changes }) => changes)).toEqual([0, 0]);
});
