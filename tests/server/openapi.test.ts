import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

test("the OpenAPI document is valid and describes a list as what goes over the wire", async () => {
  const answer = await server.fetch("/openapi.json");
  const document = await answer.json();
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(document.openapi).toBe("3.1.0");
  const { get, post } = document.paths["/api/v1/publishing/account-groups"];
  const { schema, example } = get.responses["200"].content["application/json"];
  expect([schema.type, schema.items.type]).toEqual(["array", "object"]);
  expect(example[0].name).toBe("Zimska kolekcija");
  expect(post.responses["201"]).toBeDefined();
  expect(document.paths["/healthz"].get.security).toEqual([]);
});
