import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { productsApi } from "@/features/products/contract";
import { call } from "../../support/call";
import { answering, findToast, renderApp, saying, startServer } from "../../support/render-app";
import { openRecords, scarf } from "./support";

const long = "x".repeat(100);
const open = (added: readonly object[] = []) => openRecords("product", added);
const held = () => {
  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { waiting, release: () => release() };
};

describe("The product catalog", () => {
  it("shows that it is loading, and then the products", async () => {
    const server = await startServer();
    await call(server, productsApi.add, { body: { ...scarf, description: `${long}y` } });
    await renderApp("/dashboard/config#products", { server });
    expect(await screen.findByText("Loading products...")).toBeVisible();
    expect(await screen.findByRole("region", { name: "Existing Products (1)" })).toBeVisible();
    expect(screen.getByText(`${long}...`)).toBeVisible();
    const link = screen.getByRole("link", { name: "shop.example.com/sal" });
    expect(link).toHaveAttribute("href", scarf.call_to_action_url);
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  it("shows the others if one cannot be read, and links to no unsafe URL", async () => {
    const server = await answering([
      saying("/admin/products/", [
        { ...scarf, id: 1, call_to_action_url: "javascript:alert(1)" },
        { name: "No ID" },
      ]),
    ]);
    await renderApp("/dashboard/config#products", { server });
    expect(await screen.findByText("1 record could not be read.")).toBeVisible();
    expect(screen.getByText("javascript:alert(1)")).toBeVisible();
    expect(screen.queryByRole("link", { name: /alert/ })).not.toBeInTheDocument();
  });
});

describe("Adding a product", () => {
  it("shows its progress, and the new card", async () => {
    const { add, form, fill, press, wire, server, panel } = await open();
    const { waiting, release } = held();
    wire.answer(
      (line) => line.startsWith("POST"),
      (request) => waiting.then(() => server.fetch(request)),
      { once: true },
    );
    await add();
    await fill(scarf);
    await press("Create Product");
    expect(await screen.findByText("Creating product...")).toBeVisible();
    expect(form().getByRole("button", { name: "Create Product" })).toHaveAttribute("aria-busy");
    release();
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect(screen.queryByText("Creating product...")).not.toBeInTheDocument();
    expect(await panel.findByRole("heading", { name: "Existing Products (1)" })).toBeVisible();
    expect(await panel.findByRole("heading", { name: scarf.name, level: 4 })).toBeVisible();
  });

  it("accepts only a URL as the call to action", async () => {
    const { add, form, fill, press, writes } = await open();
    await add();
    expect(form().getByRole("textbox", { name: "Call to action URL" })).not.toBeRequired();
    await fill({ ...scarf, call_to_action_url: "shop/sal" });
    await press("Create Product");
    expect(await form().findByText(/^Call-to-action URL must start with/)).toBeVisible();
    expect(writes()).toEqual([]);
  });

  it("takes addresses without a scheme, as shops' pages write them, as https", async () => {
    const { add, fill, press, stored } = await open();
    await add();
    const [product_image_url, call_to_action_url] = [
      "//cdn.example.net/a.jpg",
      "//shop.example.net",
    ];
    await fill({ ...scarf, product_image_url, call_to_action_url });
    await press("Create Product");
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect((await stored())[0]).toMatchObject({
      product_image_url: "https://cdn.example.net/a.jpg",
      call_to_action_url: "https://shop.example.net",
    });
  });

  it("says under the field that an image over http is not shown", async () => {
    const { add, field, fill } = await open();
    await add();
    await fill({ product_image_url: "http://cdn.example.net/a.jpg" });
    const note = "Not shown here: the console loads images over https only.";
    expect(field("Product image URL")).toHaveAccessibleDescription(note);
    await fill({ product_image_url: "https://cdn.example.net/a.jpg" });
    expect(field("Product image URL")).not.toHaveAccessibleDescription(note);
  });

  it("needs no call to action, and sends null without one", async () => {
    const { add, fill, press, stored } = await open();
    await add();
    await fill({ ...scarf, call_to_action_url: "" });
    await press("Create Product");
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect((await stored())[0]?.call_to_action_url).toBeNull();
  });
});

describe("Editing a product", () => {
  it("is in the address: a link opens it, and Back closes it", async () => {
    const { router, pressOn } = await open([scarf]);
    await pressOn("Vuneni šal", "Edit");
    const { href } = router.state.location;
    act(() => router.history.back());
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

    await act(() => router.navigate({ href }));
    expect(await screen.findByRole("dialog", { name: 'Editing "Vuneni šal"' })).toBeVisible();
  });

  it("says that the product of a link was deleted", async () => {
    await renderApp("/dashboard/config?dialog=product&record=404");
    const dialog = within(await screen.findByRole("dialog", { name: "Edit product" }));
    expect(dialog.getByText("There is no such product.")).toBeVisible();
  });
});

describe("The folded catalog", () => {
  const region = async () =>
    within(await screen.findByRole("region", { name: "Product Catalog Manager" }));
  const fold = (name = "Product Catalog Manager") => screen.getByRole("button", { name });

  it("says how many products are active, and shows them once it is opened", async () => {
    const server = await startServer();
    await call(server, productsApi.add, { body: scarf });
    await call(server, productsApi.add, { body: { ...scarf, is_active: false } });
    const { user } = await renderApp("/dashboard/config", { server });
    const catalog = await region();
    expect(await catalog.findByText("1 of 2 active")).toBeVisible();
    expect(fold()).toHaveAttribute("aria-expanded", "false");
    expect(catalog.queryByRole("heading", { level: 4 })).not.toBeInTheDocument();

    await user.click(fold());
    expect(await catalog.findByRole("region", { name: "Existing Products (2)" })).toBeVisible();
    expect(catalog.queryByText("1 of 2 active")).not.toBeInTheDocument();
  });

  it("stays open or folded on this browser", async () => {
    const first = await renderApp("/dashboard/config");
    const catalog = await region();
    await catalog.findByText("No products yet.");
    await first.user.click(fold());
    expect(await catalog.findByText("The catalog has no products yet.")).toBeVisible();
    cleanup();

    const second = await renderApp("/dashboard/config");
    expect(await (await region()).findByText("The catalog has no products yet.")).toBeVisible();
    await second.user.click(fold());
    cleanup();

    await renderApp("/dashboard/config");
    expect(await (await region()).findByText("No products yet.")).toBeVisible();
  });

  it("opens from the index of sections, also a second time", async () => {
    const { user, router } = await renderApp("/dashboard/config");
    const catalog = await region();
    const index = within(await screen.findByRole("navigation", { name: "Sections" }));
    for (const _ of ["first", "second"]) {
      await catalog.findByText("No products yet.");
      await user.click(index.getByRole("link", { name: "Products" }));
      expect(await catalog.findByText("The catalog has no products yet.")).toBeVisible();
      expect(router.state.location.hash).toBe("products");
      await user.click(fold());
      await waitFor(() => expect(router.state.location.hash).toBe(""));
    }
  });

  it("opens with its form from 'Add product', and stays open", async () => {
    const { user } = await renderApp("/dashboard/config");
    const catalog = await region();
    await user.click(await catalog.findByRole("button", { name: "Add product" }));
    expect(await screen.findByRole("dialog", { name: "Add New Product" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(await catalog.findByText("The catalog has no products yet.")).toBeVisible();
    expect(catalog.getByRole("button", { name: "Add product" })).toHaveFocus();
  });
});

describe("Deleting a product", () => {
  it("shows its progress", async () => {
    const { user, pressOn, wire } = await open([scarf]);
    const { waiting, release } = held();
    wire.answer(
      (line) => line.startsWith("DELETE"),
      () => waiting.then(() => undefined),
    );
    await pressOn("Vuneni šal", "Delete");
    const asked = within(
      await screen.findByRole("alertdialog", {
        name: "Are you sure you want to delete this product?",
      }),
    );
    await user.click(asked.getByRole("button", { name: "Delete" }));
    // The toast is behind the question, which hides the rest from a screen reader while it is open.
    expect(await screen.findByText("Deleting product...")).toBeVisible();
    release();
    expect(await findToast("Product deleted successfully!")).toBeVisible();
  });
});
