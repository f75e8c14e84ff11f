import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { productsApi } from "@/features/products/contract";
import { call } from "../../support/call";
import { renderApp, startServer } from "../../support/render-app";

export const scarf = {
  name: "Vuneni šal",
  product_image_url: "https://cdn.example.com/sal.jpg",
  description: "A hand-knitted scarf.",
  call_to_action_url: "https://shop.example.com/sal",
  is_active: true,
};

export const buttons = {
  name: "Dva dugmeta",
  template_image_url: "https://cdn.example.com/dugmad.png",
  usage_explanation: "Two buttons with one wish each.",
  humor_explanation: "Both are right.",
  is_active: true,
};

/** The names and texts of the catalog of products and of the pool of meme templates. */
export const kinds = {
  product: {
    api: productsApi,
    panel: "products",
    path: "/admin/products/",
    region: "Product Catalog Manager",
    empty: "The catalog has no products yet.",
    unread: "Failed to fetch products.",
    form: "Product",
    add: "Add product",
    adding: "Add New Product",
    create: "Create Product",
    update: "Update Product",
    created: "Product created successfully!",
    updated: "Product updated successfully!",
    deleted: "Product deleted successfully!",
    notCreated: "Failed to create product.",
    notUpdated: "Failed to update product.",
    notDeleted: "Failed to delete product.",
    changed: "The product has changed on the server",
    question: "Are you sure you want to delete this product?",
    level: 4,
    record: scarf,
    wrongImage: { product_image_url: "sal.jpg" },
    fields: {
      name: "Product name",
      product_image_url: "Product image URL",
      description: "Description",
      call_to_action_url: "Call to action URL",
    },
    missing: ["Name is required.", "Product image URL is required.", "Description is required."],
    notUrl: /^Product image URL must start with/,
  },
  template: {
    api: memeTemplatesApi,
    panel: "meme-templates",
    path: "/admin/meme-templates/",
    region: "Meme Template Pool Manager",
    empty: "No meme templates yet",
    unread: "Failed to fetch meme templates.",
    form: "Meme template",
    add: "Add template",
    adding: "New template",
    create: "Create Template",
    update: "Update Template",
    created: "Template created.",
    updated: "Template updated.",
    deleted: "Template deleted.",
    notCreated: "Failed to create or update template.",
    notUpdated: "Failed to create or update template.",
    notDeleted: "Failed to delete template.",
    changed: "The template has changed on the server",
    question: "Delete Dva dugmeta?",
    level: 3,
    record: buttons,
    wrongImage: { template_image_url: "dugmad.png" },
    fields: {
      name: "Name",
      template_image_url: "Image URL",
      usage_explanation: "Usage explanation",
      humor_explanation: "Humor explanation",
    },
    missing: [
      "Name is required.",
      "Image URL is required.",
      "Usage explanation is required.",
      "Humor explanation is required.",
    ],
    notUrl: /^Image URL must start with/,
  },
} as const;

export type KindName = keyof typeof kinds;

/** The calls of both, which differ in the fields of a record alone. */
type Api = { readonly [name in "list" | "add" | "update"]: (typeof productsApi)[name] };

/** Opens the panel of products or of meme templates with these records. */
export async function openRecords(name: KindName, added: readonly object[] = []) {
  const kind = kinds[name];
  // Their types differ in the fields of a record, which `added` leaves open.
  const api = kind.api as unknown as Api;
  const server = await startServer();
  for (const body of added) await call(server, api.add, { body: body as typeof scarf });
  const app = await renderApp(`/dashboard/config#${kind.panel}`, { server });
  const panel = within(await screen.findByRole("region", { name: kind.region }));
  await (added.length === 0
    ? panel.findByText(kind.empty)
    : panel.findAllByRole("heading", { level: kind.level }));
  const form = () => within(screen.getByRole("form", { name: kind.form }));
  const field = (label: string) => form().getByRole("textbox", { name: label });
  const press = (button: string) => app.user.click(form().getByRole("button", { name: button }));
  const add = async () => {
    await app.user.click(panel.getByRole("button", { name: kind.add }));
    await screen.findByRole("dialog", { name: kind.adding });
  };
  /** Writes these values into their fields, in place of what is there. */
  async function fill(values: object) {
    const texts: Readonly<Record<string, unknown>> = { ...values };
    for (const [key, label] of Object.entries(kind.fields)) {
      const text = texts[key];
      if (typeof text !== "string") continue;
      await app.user.clear(field(label));
      if (text) await app.user.type(field(label), text);
    }
  }
  const cardOf = async (heading: string) => {
    const found = await panel.findByRole("heading", { name: heading, level: kind.level });
    const card = found.closest("li");
    if (!card) throw new Error(`${heading} has no card.`);
    return within(card);
  };
  const pressOn = async (heading: string, button: string) =>
    app.user.click((await cardOf(heading)).getByRole("button", { name: button }));
  const stored = () => call(server, api.list, {});
  /** Changes a stored record as somebody else would. */
  const change = async (body: object) => {
    const [record] = await stored();
    if (!record) throw new Error("There is no record.");
    await call(server, api.update, { params: { id: record.id }, body: body as typeof scarf });
  };
  const writes = () => app.wire.sent.filter((line) => /^(POST|PUT|DELETE)/.test(line));
  return {
    ...{ ...app, server, panel, form, field, press, add, fill, cardOf, pressOn },
    ...{ stored, change, writes },
  };
}

/** The toast is behind the dialog, which hides the rest from a screen reader while it is open. */
export const findInToastAndDialog = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
