import { afterAll, beforeAll, expect, test } from "vitest";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { memeTemplatesDocs } from "@/features/meme-templates/contract-docs";
import type { BodyOf } from "../../../support/call.ts";
import { createWorld, type World } from "../../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type NewTemplate = BodyOf<typeof memeTemplatesApi.add>;
const template = memeTemplatesDocs.add.sample.body;
const { is_active: _, ...unsaid } = template;
const add = (body: NewTemplate = template) => world.call(memeTemplatesApi.add, { body });
const list = () => world.call(memeTemplatesApi.list, {});
const update = (id: string | number, more: object) =>
  ({ params: { id }, body: { ...memeTemplatesDocs.update.sample.body, ...more } }) as const;
const missing = { status: 404, detail: "No such meme template." };
const web = "Image URL must start with http://, https:// or /.";

test("a template is added trimmed, and is active unless it says otherwise", async () => {
  expect(await add({ ...unsaid, name: "  Dva dugmeta " })).toEqual({
    ...template,
    id: expect.any(Number),
    is_active: true,
  });
  expect(await add({ ...template, is_active: false })).toMatchObject({ is_active: false });
});

test.each<[field: string, value: unknown, msg: string]>([
  ["name", " ", "Name is required."],
  ["name", "a".repeat(201), "At most 200 characters."],
  ["name", undefined, "Field required"],
  ["template_image_url", "", "Image URL is required."],
  ["template_image_url", undefined, "Field required"],
  ["template_image_url", `https://example.com/${"a".repeat(2000)}`, "At most 2,000 characters."],
  ["template_image_url", "slika.png", web],
  ["template_image_url", "///elsewhere.example.com/slika.svg", web],
  ["template_image_url", "javascript:alert(1)", web],
  ["template_image_url", "data:image/png;base64,AA==", web],
  ["template_image_url", "ftp://example.com/slika.png", web],
  ["template_image_url", "https:example.com", web],
  ["template_image_url", "https://ana:tajna@example.com/", web],
  ["template_image_url", "https://exa mple.com/", web],
  ["usage_explanation", "  ", "Usage explanation is required."],
  ["usage_explanation", undefined, "Field required"],
  ["humor_explanation", "", "Humor explanation is required."],
  ["humor_explanation", "a".repeat(10_001), "At most 10,000 characters."],
  ["humor_explanation", undefined, "Field required"],
  ["is_active", "yes", "Invalid input: expected boolean, received string"],
  ["group_id", 1, "Extra inputs are not permitted"],
])("%s: %j is refused by both calls that take it", async (field, value, msg) => {
  const { id } = await add();
  const before = await list();
  const refused = { status: 422, detail: [expect.objectContaining({ loc: ["body", field], msg })] };
  const body = { ...template, [field]: value };
  expect(await world.refusal(memeTemplatesApi.add, { body })).toEqual(refused);
  const change = update(id, { [field]: value });
  expect(await world.refusal(memeTemplatesApi.update, change)).toEqual(refused);
  expect(await list()).toEqual(before);
});

test("a template keeps its place when it is replaced, and has to say whether it is active", async () => {
  const { id } = await add();
  await add();
  const places = (await list()).map((one) => one.id);
  const change = { name: "Tri dugmeta", is_active: false };
  const changed = await world.call(memeTemplatesApi.update, update(id, change));
  expect(changed).toEqual({ ...template, ...change, id });
  const after = await list();
  expect(after.map((one) => one.id)).toEqual(places);
  expect(after.find((one) => one.id === id)).toEqual(changed);
  expect(
    await world.refusal(memeTemplatesApi.update, update(id, { is_active: undefined })),
  ).toMatchObject({
    status: 422,
    detail: [{ loc: ["body", "is_active"], msg: "Field required" }],
  });
});

test("a deleted template is gone, and no other", async () => {
  const { id } = await add();
  const before = await list();
  expect(await world.call(memeTemplatesApi.remove, { params: { id } })).toBeUndefined();
  expect(await list()).toEqual(before.filter((one) => one.id !== id));
  expect(await world.refusal(memeTemplatesApi.remove, { params: { id } })).toEqual(missing);
  expect(await world.refusal(memeTemplatesApi.update, update(id, {}))).toEqual(missing);
});

test("a missing template is a 404", async () => {
  expect(await world.refusal(memeTemplatesApi.remove, { params: { id: 9999 } })).toEqual(missing);
  expect(await world.refusal(memeTemplatesApi.update, update(9999, {}))).toEqual(missing);
});

test("the list is refused without a token", async () => {
  const answer = await world.fetch("/api/v1/admin/meme-templates/");
  expect(answer.status).toBe(401);
});
