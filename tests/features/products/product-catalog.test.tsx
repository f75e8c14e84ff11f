import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { productsApi } from "@/features/products/contract";
import { type BodyOf, call } from "../../support/call";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
} from "../../support/render-app";

const scarf = {
  name: "Vuneni šal",
  product_image_url: "https://cdn.example.com/sal.jpg",
  description: "A hand-knitted scarf.",
  call_to_action_url: "https://shop.example.com/sal",
  is_active: true,
};
const long = "x".repeat(100);

async function open(added: readonly BodyOf<typeof productsApi.add>[] = []) {
  const server = await startServer();
  for (const product of added) await call(server, productsApi.add, { body: product });
  const app = await renderApp("/dashboard/config#products", { server });
  const catalog = within(await screen.findByRole("region", { name: "Product Catalog Manager" }));
  await catalog.findByRole("heading", { name: `Existing Products (${added.length})` });
  const form = () => within(screen.getByRole("form", { name: "Product" }));
  const field = (name: string) => form().getByRole("textbox", { name });
  const add = async () => {
    await app.user.click(catalog.getByRole("button", { name: "Add product" }));
    await screen.findByRole("dialog", { name: "Add New Product" });
  };
  async function fill(values: Partial<typeof scarf>) {
    const texts = [
      ["Product name", values.name],
      ["Product image URL", values.product_image_url],
      ["Description", values.description],
      ["Call to action URL", values.call_to_action_url],
    ] as const;
    for (const [name, text] of texts) {
      if (text === undefined) continue;
      await app.user.clear(field(name));
      if (text) await app.user.type(field(name), text);
    }
  }
  const press = (name: string) => app.user.click(form().getByRole("button", { name }));
  const cardOf = async (name: string) => {
    const card = (await catalog.findByRole("heading", { name, level: 4 })).closest("li");
    if (!card) throw new Error(`${name} has no card.`);
    return within(card);
  };
  const pressOn = async (name: string, button: string) =>
    app.user.click((await cardOf(name)).getByRole("button", { name: button }));
  const stored = () => call(server, productsApi.list, {});
  return { ...app, catalog, add, form, field, fill, press, cardOf, pressOn, stored };
}

const writes = (sent: readonly string[]) => sent.filter((line) => /^(POST|PUT|DELETE)/.test(line));
/** The toast is behind the dialog, which hides the rest from a screen reader while it is open. */
const findInToastAndForm = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
const held = () => {
  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { waiting, release: () => release() };
};

it("The product catalog says that it belongs to all groups", async () => {
  const { catalog } = await open();
  expect(catalog.getByText("All groups")).toBeVisible();
});

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

  it("shows what to do while it is empty, and needs no group", async () => {
    const { catalog } = await open();
    expect(catalog.getByText("The catalog has no products yet.")).toBeVisible();
    expect(catalog.getByRole("heading", { name: "Existing Products (0)" })).toBeVisible();
  });

  it("reports that it could not be loaded, and tries again", async () => {
    let broken = true;
    const server = await answering([
      {
        to: "/admin/products/",
        says: () => (broken ? jsonAnswer(500, { detail: "No database." }) : undefined),
      },
    ]);
    const { user } = await renderApp("/dashboard/config#products", { server });
    const catalog = within(await screen.findByRole("region", { name: "Product Catalog Manager" }));
    const alert = await catalog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch products.No database.");
    broken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await catalog.findByText("The catalog has no products yet.")).toBeVisible();
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
  it("shows its progress and the new card, and leaves an empty form, with 'Active' checked", async () => {
    const { user, add, form, fill, press, wire, server, catalog, stored } = await open();
    const { waiting, release } = held();
    wire.answer(
      (line) => line.startsWith("POST"),
      (request) => waiting.then(() => server.fetch(request)),
      { once: true },
    );
    await add();
    await fill(scarf);
    await user.click(form().getByRole("checkbox", { name: "Active" }));
    await press("Create Product");
    expect(await screen.findByText("Creating product...")).toBeVisible();
    expect(form().getByRole("button", { name: "Create Product" })).toHaveAttribute("aria-busy");
    release();
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect(screen.queryByText("Creating product...")).not.toBeInTheDocument();
    expect(await catalog.findByRole("heading", { name: "Existing Products (1)" })).toBeVisible();
    expect(await catalog.findByRole("heading", { name: scarf.name, level: 4 })).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(catalog.getByRole("button", { name: "Add product" })).toHaveFocus();
    expect(await stored()).toEqual([expect.objectContaining({ ...scarf, is_active: false })]);
    await add();
    expect(form().getByRole("textbox", { name: "Product name" })).toHaveValue("");
    expect(form().getByRole("checkbox", { name: "Active" })).toBeChecked();
  });

  it("shows missing fields, and sends nothing without them", async () => {
    const { add, form, field, press, wire } = await open();
    await add();
    await press("Create Product");
    expect(await form().findByText("Name is required.")).toBeVisible();
    expect(form().getByText("Product image URL is required.")).toBeVisible();
    expect(form().getByText("Description is required.")).toBeVisible();
    expect(field("Product name")).toHaveFocus();
    expect(field("Product name")).toHaveAccessibleDescription("Name is required.");
    expect(field("Call to action URL")).not.toBeRequired();
    expect(writes(wire.sent)).toEqual([]);
  });

  it("accepts only URLs as URLs", async () => {
    const { add, form, fill, press, wire } = await open();
    await add();
    await fill({ ...scarf, product_image_url: "sal.jpg", call_to_action_url: "shop/sal" });
    await press("Create Product");
    expect(await form().findByText(/^Product image URL must start with/)).toBeVisible();
    expect(form().getByText(/^Call-to-action URL must start with/)).toBeVisible();
    expect(writes(wire.sent)).toEqual([]);
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

  it("keeps the typed text when it is refused", async () => {
    const { add, form, field, fill, press, wire } = await open();
    await add();
    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(409, { detail: "The catalog is full." }),
    );
    await fill(scarf);
    await press("Create Product");
    await findInToastAndForm("Failed to create product.");
    expect(form().getByRole("alert")).toHaveTextContent("The catalog is full.");
    expect(field("Description")).toHaveValue(scarf.description);
  });
});

describe("A product that somebody else has changed since", () => {
  async function openChanged() {
    const opened = await open([scarf]);
    await opened.pressOn("Vuneni šal", "Edit");
    await opened.fill({ name: "Plavi šal" });
    const [product] = await opened.stored();
    if (!product) throw new Error("There is no product.");
    await call(opened.server, productsApi.update, {
      params: { id: product.id },
      body: { ...scarf, name: "Crveni šal", is_active: false },
    });
    await opened.press("Update Product");
    const question = await findOverwriteQuestion("The product has changed on the server");
    return { ...opened, question };
  }

  it("is shown next to the operator's values, and overwritten on 'Overwrite'", async () => {
    const { user, question, wire, stored } = await openChanged();
    expect(question.rows()).toEqual(["Product name|Crveni šal|Plavi šal", "Active|No|Yes"]);
    expect(writes(wire.sent)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Overwrite" }));
    expect(await findToast("Product updated successfully!")).toBeVisible();
    expect(await stored()).toMatchObject([{ name: "Plavi šal", is_active: true }]);
  });

  it("replaces the operator's values on 'Use the server's'", async () => {
    const { user, question, field, stored } = await openChanged();
    await user.click(question.getByRole("button", { name: "Use the server's" }));
    await waitFor(() => expect(field("Product name")).toHaveValue("Crveni šal"));
    expect(await stored()).toMatchObject([{ name: "Crveni šal", is_active: false }]);
  });
});

describe("Editing a product", () => {
  it("opens it in a dialog, saves it, and closes", async () => {
    const { user, form, field, press, pressOn, cardOf, stored } = await open([scarf]);
    await pressOn("Vuneni šal", "Edit");
    expect(await screen.findByRole("dialog", { name: 'Editing "Vuneni šal"' })).toBeVisible();
    expect(field("Description")).toHaveValue(scarf.description);
    expect(field("Product name")).toHaveFocus();
    await user.type(field("Product name"), " Kopaonik");
    await user.click(form().getByRole("checkbox", { name: "Active" }));
    await press("Update Product");
    expect(await findToast("Product updated successfully!")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const card = await cardOf("Vuneni šal Kopaonik");
    expect(card.getByText("Inactive")).toBeVisible();
    expect(card.getByRole("button", { name: "Edit" })).toHaveFocus();
    expect(await stored()).toEqual([
      expect.objectContaining({ name: "Vuneni šal Kopaonik", is_active: false }),
    ]);
  });

  it("keeps the product in the form when it is refused", async () => {
    const { user, field, press, pressOn, wire } = await open([scarf]);
    wire.answer(
      (line) => line.startsWith("PUT"),
      () => jsonAnswer(404, { detail: "No such product." }),
    );
    await pressOn("Vuneni šal", "Edit");
    await user.type(field("Product name"), "!");
    await press("Update Product");
    await findInToastAndForm("Failed to update product.");
    expect(screen.getByRole("heading", { name: 'Editing "Vuneni šal"' })).toBeVisible();
    expect(field("Product name")).toHaveValue("Vuneni šal!");
  });

  it("is cancelled without a question while nothing was typed", async () => {
    const { add, field, press, pressOn } = await open([scarf]);
    await pressOn("Vuneni šal", "Edit");
    await press("Cancel Edit");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await add();
    expect(field("Product name")).toHaveValue("");
  });

  it("asks before typed text is lost, by 'Cancel Edit' or Escape", async () => {
    const { user, field, press, pressOn } = await open([scarf]);
    const question = async () =>
      within(await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }));
    await pressOn("Vuneni šal", "Edit");
    await user.type(field("Product name"), "!");
    for (const leave of [() => press("Cancel Edit"), () => user.keyboard("{Escape}")]) {
      await leave();
      await user.click((await question()).getByRole("button", { name: "Keep editing" }));
      expect(field("Product name")).toHaveValue("Vuneni šal!");
    }

    await press("Cancel Edit");
    await user.click((await question()).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await pressOn("Vuneni šal", "Edit");
    expect(field("Product name")).toHaveValue("Vuneni šal");
  });

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

  it("says that it is empty, or could not be loaded, and tries again", async () => {
    let broken = true;
    const server = await answering([
      {
        to: "/admin/products/",
        says: () => (broken ? jsonAnswer(500, { detail: "No database." }) : undefined),
      },
    ]);
    const { user } = await renderApp("/dashboard/config", { server });
    const catalog = await region();
    const alert = await catalog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch products.No database.");
    broken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await catalog.findByText("No products yet.")).toBeVisible();
    expect(fold()).toHaveAttribute("aria-expanded", "false");
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
  const question = async () =>
    within(
      await screen.findByRole("alertdialog", {
        name: "Are you sure you want to delete this product?",
      }),
    );

  it("asks first, naming it, and removes it from the catalog", async () => {
    const { user, pressOn, catalog, stored } = await open([scarf]);
    await pressOn("Vuneni šal", "Delete");
    const asked = await question();
    expect(asked.getByText("Vuneni šal")).toBeVisible();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect(await findToast("Product deleted successfully!")).toBeVisible();
    expect(await catalog.findByRole("heading", { name: "Existing Products (0)" })).toBeVisible();
    expect(await stored()).toEqual([]);
  });

  it("does nothing when it is cancelled", async () => {
    const { user, pressOn, wire } = await open([scarf]);
    await pressOn("Vuneni šal", "Delete");
    await user.click((await question()).getByRole("button", { name: "Cancel" }));
    expect(writes(wire.sent)).toEqual([]);
  });

  it("shows its progress, and stays open with the reason when it is refused", async () => {
    const { user, pressOn, wire, stored } = await open([scarf]);
    const { waiting, release } = held();
    wire.answer(
      (line) => line.startsWith("DELETE"),
      () => waiting.then(() => jsonAnswer(409, { detail: "A post needs it." })),
    );
    await pressOn("Vuneni šal", "Delete");
    const asked = await question();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    // The toast is behind the question, which hides the rest from a screen reader while it is open.
    expect(await screen.findByText("Deleting product...")).toBeVisible();
    release();
    expect(await asked.findByRole("alert")).toHaveTextContent(
      "Failed to delete product.A post needs it.",
    );
    expect(screen.getAllByText("Failed to delete product.")).toHaveLength(2);
    expect(await stored()).toHaveLength(1);
  });
});
