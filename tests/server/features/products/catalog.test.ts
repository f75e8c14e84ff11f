import { describe, expect, test } from "vitest";
import { memeTemplatesDocs } from "@/features/meme-templates/contract-docs";
import { productsApi } from "@/features/products/contract";
import { productsDocs } from "@/features/products/contract-docs";
import { startWorld } from "../start-world.ts";

const world = await startWorld();

const product = productsDocs.add.sample.body;
const template = memeTemplatesDocs.add.sample.body;
const imageError = "Product image URL must start with http://, https:// or /.";
const link = "Call-to-action URL must start with http:// or https://.";
const web = "Image URL must start with http://, https:// or /.";

const rows = (refused: [field: string, value: unknown, msg: string][]) => refused;

describe.each([
  {
    noun: "product",
    path: "admin/products/",
    sample: product,
    unsaid: { call_to_action_url: null, is_active: true },
    change: { name: "Šal „Tara“", call_to_action_url: null, is_active: false },
    refused: rows([
      ["name", " ", "Name is required."],
      ["product_image_url", "", "Product image URL is required."],
      ["product_image_url", `https://example.com/${"a".repeat(2000)}`, "At most 2,000 characters."],
      ["product_image_url", "slika.png", imageError],
      ["product_image_url", "///elsewhere.example.com/slika.svg", imageError],
      ["product_image_url", "ftp://example.com/slika.png", imageError],
      ["product_image_url", "https:example.com", imageError],
      ["product_image_url", "https://ana:tajna@example.com/", imageError],
      ["product_image_url", "https://exa mple.com/", imageError],
      ["description", " ", "Description is required."],
      ["call_to_action_url", "prodavnica", link],
      ["call_to_action_url", "javascript:alert(1)", link],
      ["call_to_action_url", "mailto:ana@example.com", link],
      ["call_to_action_url", "https://", link],
      [
        "call_to_action_url",
        `https://example.com/${"a".repeat(2000)}`,
        "At most 2,000 characters.",
      ],
      ["is_active", null, "Invalid input: expected boolean, received null"],
      ["group_id", 1, "Extra inputs are not permitted"],
    ]),
  },
  {
    noun: "meme template",
    path: "admin/meme-templates/",
    sample: template,
    unsaid: { is_active: true },
    change: { name: "Tri dugmeta", is_active: false },
    refused: rows([
      ["name", " ", "Name is required."],
      ["template_image_url", "", "Image URL is required."],
      ["template_image_url", "slika.png", web],
      ["usage_explanation", "  ", "Usage explanation is required."],
      ["humor_explanation", "", "Humor explanation is required."],
      ["is_active", "yes", "Invalid input: expected boolean, received string"],
    ]),
  },
])("A $noun", ({ noun, path, sample, unsaid, change, refused }) => {
  type Row = { readonly id: number };
  const send = async (method: string, place: string, json?: object) => {
    const answer = await world.request(place, { method, ...(json && { json }) });
    const text = await answer.text();
    return { status: answer.status, body: text ? (JSON.parse(text) as Row) : undefined };
  };
  const add = (body: object = sample) => send("POST", path, body);
  const added = async () => (await add()).body?.id ?? 0;
  const update = (id: number, body: object) => send("PUT", `${path}${id}`, { ...sample, ...body });
  const remove = (id: number) => send("DELETE", `${path}${id}`);
  const list = async () => (await (await world.request(path)).json()) as Row[];
  const missing = { status: 404, body: { detail: `No such ${noun}.` } };

  test("is added trimmed, and is active unless it says otherwise", async () => {
    const without = Object.keys(unsaid).map((field) => [field, undefined]);
    const body = { ...sample, ...Object.fromEntries(without) };
    expect(await add({ ...body, name: `  ${sample.name} ` })).toEqual({
      status: 201,
      body: { ...sample, ...unsaid, id: expect.any(Number) },
    });
    expect(await add({ ...sample, is_active: false })).toMatchObject({
      body: { is_active: false },
    });
  });

  test.each(refused)("%s: %j is refused by both calls that take it", async (field, value, msg) => {
    const id = await added();
    const before = await list();
    const issue = expect.objectContaining({ loc: ["body", field], msg });
    const refusal = { status: 422, body: { detail: [issue] } };
    expect(await add({ ...sample, [field]: value })).toEqual(refusal);
    expect(await update(id, { [field]: value })).toEqual(refusal);
    expect(await list()).toEqual(before);
  });

  test("keeps its place when it is replaced, and has to say whether it is active", async () => {
    const id = await added();
    await add();
    const places = (await list()).map((one) => one.id);
    const changed = { ...sample, ...change, id };
    expect(await update(id, change)).toEqual({ status: 200, body: changed });
    const after = await list();
    expect(after.map((one) => one.id)).toEqual(places);
    expect(after.find((one) => one.id === id)).toEqual(changed);
    expect(await update(id, { is_active: undefined })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "is_active"], msg: "Field required" }] },
    });
  });

  test("that is deleted is gone, and no other", async () => {
    const id = await added();
    const before = await list();
    expect(await remove(id)).toEqual({ status: 204, body: undefined });
    expect(await list()).toEqual(before.filter((one) => one.id !== id));
    expect(await remove(id)).toEqual(missing);
    expect(await update(id, {})).toEqual(missing);
  });
});

test.each([
  ["", null],
  ["  ", null],
  [null, null],
  [undefined, null],
  [" HTTP://example.com?a=1 ", "HTTP://example.com?a=1"],
  ["https://шоља.example.com/kafa", "https://шоља.example.com/kafa"],
  ["//shop.example.com/kafa", "https://shop.example.com/kafa"],
])("the link %j of a product is kept as %j", async (call_to_action_url, kept) => {
  const body = { ...product, is_active: true, call_to_action_url };
  const added = await world.call(productsApi.add, { body });
  expect(added.call_to_action_url).toBe(kept);
  const changed = await world.call(productsApi.update, { params: { id: added.id }, body });
  expect(changed.call_to_action_url).toBe(kept);
});
