import type { Page } from "playwright-core";
import { silence } from "../../../support/spec-backend/faults";
import { entry, region } from "../../support/screen";
import { answer, button, fill, form, type Rows } from "./row";

const at = "/dashboard/config?group=1";
const atProducts = `${at}#products`;
const atTemplates = `${at}#meme-templates`;

const products = (page: Page) => region(page, "Product Catalog Manager");
const templates = (page: Page) => region(page, "Meme Template Pool Manager");

async function newProduct(page: Page) {
  await button(products(page), "Add product").click();
  await page.getByRole("heading", { name: "Add New Product" }).waitFor();
  await fill(form(page, "Product"), {
    "Product name": "Wool hat",
    "Product image URL": "https://pictures.example.com/hat.png",
    Description: "Warm.",
  });
  return button(form(page, "Product"), "Create Product");
}

async function otherProduct(page: Page) {
  await button(entry(products(page), "Wool scarf"), "Edit").click();
  await page.getByRole("heading", { name: 'Editing "Wool scarf"' }).waitFor();
  await fill(form(page, "Product"), { "Product name": "Long wool scarf" });
  return button(form(page, "Product"), "Update Product");
}

async function noProduct(page: Page) {
  await button(entry(products(page), "Wool scarf"), "Delete").click();
  return answer(page, "Delete");
}

/** Section 8 quotes one text for creating and updating. */
const templateFailure = "Failed to create or update template.";

export const catalogRows: Rows = {
  writes: [
    {
      what: "create a template",
      at: atTemplates,
      call: "POST /admin/meme-templates/",
      text: templateFailure,
      ready: async (page) => {
        await button(templates(page), "Add template").click();
        await fill(form(page, "Meme template"), {
          Name: "Three doors",
          "Image URL": "https://pictures.example.com/doors.png",
          "Usage explanation": "One wish behind each door.",
          "Humor explanation": "Two are locked.",
        });
        return button(form(page, "Meme template"), "Create Template");
      },
    },
    {
      what: "update a template",
      at: atTemplates,
      call: "PUT /admin/meme-templates/{id}",
      text: templateFailure,
      ready: async (page) => {
        await button(entry(templates(page), "Two buttons"), "Edit").click();
        await page.getByRole("heading", { name: 'Editing "Two buttons"' }).waitFor();
        await fill(form(page, "Meme template"), { Name: "Two red buttons" });
        return button(form(page, "Meme template"), "Update Template");
      },
    },
    {
      what: "delete a template",
      at: atTemplates,
      call: "DELETE /admin/meme-templates/{id}",
      text: "Failed to delete template.",
      ready: async (page) => {
        await button(entry(templates(page), "Two buttons"), "Delete").click();
        return answer(page, "Delete");
      },
    },
    {
      what: "create a product",
      at: atProducts,
      call: "POST /admin/products/",
      text: "Failed to create product.",
      ready: newProduct,
    },
    {
      what: "update a product",
      at: atProducts,
      call: "PUT /admin/products/{id}",
      text: "Failed to update product.",
      ready: otherProduct,
    },
    {
      what: "delete a product",
      at: atProducts,
      call: "DELETE /admin/products/{id}",
      text: "Failed to delete product.",
      ready: noProduct,
    },
  ],
  reads: [
    {
      what: "the meme templates",
      at,
      call: "GET /admin/meme-templates/",
      text: "Failed to fetch meme templates.",
    },
    {
      what: "the products",
      at,
      call: "GET /admin/products/",
      text: "Failed to fetch products.",
    },
  ],
  shown: [
    {
      what: "a product that is being created",
      at: atProducts,
      text: "Creating product...",
      arrange: (backend) => backend.fail("POST /admin/products/", silence),
      press: async (page) => (await newProduct(page)).click(),
    },
    {
      what: "a product that is created",
      at: atProducts,
      text: "Product created successfully!",
      press: async (page) => (await newProduct(page)).click(),
    },
    {
      what: "a product that is being updated",
      at: atProducts,
      text: "Updating product...",
      arrange: (backend) => backend.fail("PUT /admin/products/{id}", silence),
      press: async (page) => (await otherProduct(page)).click(),
    },
    {
      what: "a product that is updated",
      at: atProducts,
      text: "Product updated successfully!",
      press: async (page) => (await otherProduct(page)).click(),
    },
    {
      what: "the question before a product is deleted",
      at: atProducts,
      text: "Are you sure you want to delete this product?",
      press: noProduct,
    },
    {
      what: "a product that is being deleted",
      at: atProducts,
      text: "Deleting product...",
      arrange: (backend) => backend.fail("DELETE /admin/products/{id}", silence),
      press: async (page) => (await noProduct(page)).click(),
    },
    {
      what: "a product that is deleted",
      at: atProducts,
      text: "Product deleted successfully!",
      press: async (page) => (await noProduct(page)).click(),
    },
  ],
};
