import { afterAll, beforeAll, expect, test } from "vitest";
import { productsApi } from "@/features/products/contract";
import { productsDocs } from "@/features/products/contract-docs";
import type { BodyOf } from "../../../support/call.ts";
import { createWorld, type World } from "../../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type NewProduct = BodyOf<typeof productsApi.add>;
const product = productsDocs.add.sample.body;
const { is_active: _active, call_to_action_url: _link, ...needed } = product;
const add = (body: NewProduct = product) => world.call(productsApi.add, { body });
const list = () => world.call(productsApi.list, {});
const update = (id: string | number, more: object) =>
  ({ params: { id }, body: { ...productsDocs.update.sample.body, ...more } }) as const;
const missing = { status: 404, detail: "No such product." };
const imageError = "Product image URL must start with http://, https:// or /.";
const link = "Call-to-action URL must start with http:// or https://.";

test("a product is added trimmed, and is active unless it says otherwise", async () => {
  expect(await add({ ...needed, name: `  ${product.name} ` })).toEqual({
    ...needed,
    id: expect.any(Number),
    call_to_action_url: null,
    is_active: true,
  });
  expect(await add({ ...product, is_active: false })).toMatchObject({ is_active: false });
});

test.each([
  ["", null],
  ["  ", null],
  [null, null],
  [undefined, null],
  [" HTTP://example.com?a=1 ", "HTTP://example.com?a=1"],
  ["https://шоља.example.com/kafa", "https://шоља.example.com/kafa"],
  ["//shop.example.com/kafa", "https://shop.example.com/kafa"],
])("the link %j is kept as %j", async (call_to_action_url, kept) => {
  const added = await add({ ...product, call_to_action_url });
  expect(added.call_to_action_url).toBe(kept);
  const changed = await world.call(productsApi.update, update(added.id, { call_to_action_url }));
  expect(changed.call_to_action_url).toBe(kept);
});

test.each<[field: string, value: unknown, msg: string]>([
  ["name", " ", "Name is required."],
  ["name", "a".repeat(201), "At most 200 characters."],
  ["name", undefined, "Field required"],
  ["product_image_url", "", "Product image URL is required."],
  ["product_image_url", undefined, "Field required"],
  ["product_image_url", `https://example.com/${"a".repeat(2000)}`, "At most 2,000 characters."],
  ["product_image_url", "slika.png", imageError],
  ["product_image_url", "///elsewhere.example.com/slika.svg", imageError],
  ["product_image_url", "javascript:alert(1)", imageError],
  ["product_image_url", "https:example.com", imageError],
  ["product_image_url", "https://ana:tajna@example.com/", imageError],
  ["description", " ", "Description is required."],
  ["description", "a".repeat(10_001), "At most 10,000 characters."],
  ["description", undefined, "Field required"],
  ["call_to_action_url", "prodavnica", link],
  ["call_to_action_url", "javascript:alert(1)", link],
  ["call_to_action_url", "mailto:ana@example.com", link],
  ["call_to_action_url", "https://", link],
  ["call_to_action_url", `https://example.com/${"a".repeat(2000)}`, "At most 2,000 characters."],
  ["is_active", null, "Invalid input: expected boolean, received null"],
  ["group_id", 1, "Extra inputs are not permitted"],
])("%s: %j is refused by both calls that take it", async (field, value, msg) => {
  const { id } = await add();
  const before = await list();
  const refused = { status: 422, detail: [expect.objectContaining({ loc: ["body", field], msg })] };
  const body = { ...product, [field]: value };
  expect(await world.refusal(productsApi.add, { body })).toEqual(refused);
  const change = update(id, { [field]: value });
  expect(await world.refusal(productsApi.update, change)).toEqual(refused);
  expect(await list()).toEqual(before);
});

test("a product keeps its place when it is replaced, and has to say whether it is active", async () => {
  const { id } = await add();
  await add();
  const places = (await list()).map((one) => one.id);
  const change = { name: "Šal „Tara“", call_to_action_url: null, is_active: false };
  const changed = await world.call(productsApi.update, update(id, change));
  expect(changed).toEqual({ ...product, ...change, id });
  const after = await list();
  expect(after.map((one) => one.id)).toEqual(places);
  expect(after.find((one) => one.id === id)).toEqual(changed);
  expect(
    await world.refusal(productsApi.update, update(id, { is_active: undefined })),
  ).toMatchObject({
    status: 422,
    detail: [{ loc: ["body", "is_active"], msg: "Field required" }],
  });
});

test("a deleted product is gone, and no other", async () => {
  const { id } = await add();
  const before = await list();
  expect(await world.call(productsApi.remove, { params: { id } })).toBeUndefined();
  expect(await list()).toEqual(before.filter((one) => one.id !== id));
  expect(await world.refusal(productsApi.remove, { params: { id } })).toEqual(missing);
  expect(await world.refusal(productsApi.update, update(id, {}))).toEqual(missing);
});

test("a missing product is a 404", async () => {
  expect(await world.refusal(productsApi.remove, { params: { id: 9999 } })).toEqual(missing);
  expect(await world.refusal(productsApi.update, update(9999, {}))).toEqual(missing);
});

test("the list is refused without a token", async () => {
  const answer = await world.fetch("/api/v1/admin/products/");
  expect(answer.status).toBe(401);
});
