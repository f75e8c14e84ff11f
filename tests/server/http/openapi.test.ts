import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { authDocs } from "@/features/auth/contract-docs";
import { healthDocs } from "@/shared/api/docs/health-docs";
import { productApi } from "../../../server/http/api.ts";
import { addressOf } from "../../../server/http/serve.ts";
import { createTestServer, type TestServer } from "../../support/server.ts";

/** The parts of an OpenAPI document that these tests look at. */
type Content = { readonly [type: string]: { readonly schema: object; readonly example?: unknown } };
type Reference = { readonly $ref?: string };
type Parameter = Reference & {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
};
type Response = Reference & {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await createTestServer();
  document = await (await server.fetch("/openapi.json")).json();
});
afterAll(() => server.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

/** Resolves a reference like `{ $ref: "#/components/…" }`. */
function resolve<T extends Reference>(part: T): T {
  const [, , kind = "", name = ""] = part.$ref?.split("/") ?? [];
  // A reference stands for something of its own kind.
  return part.$ref ? (document.components[kind]?.[name] as T) : part;
}

/** Converts a JSON Schema of the document to a Zod schema. */
function checking(schema: object) {
  const local = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll("#/components/schemas/", "#/$defs/"));
  return z.fromJSONSchema({ ...local(schema), $defs: local(document.components.schemas) });
}

/** Returns every schema with its example: of bodies, replies and refusals. */
const examples = () =>
  operations().flatMap(({ operationId, requestBody, responses }) => [
    ...Object.entries(requestBody?.content ?? {})
      // A file has neither a schema nor an example.
      .filter(([type]) => !/^(image|video)\//.test(type))
      .map(([, json]) => ({ of: `${operationId} body`, json })),
    ...Object.entries(responses).flatMap(([status, response]) =>
      Object.values(resolve(response).content ?? {}).map((json) => ({
        of: `${operationId} ${status}`,
        json,
      })),
    ),
  ]);

test("the OpenAPI document is valid and describes a list as it goes over the wire", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(document.openapi).toBe("3.1.0");
  const groups = document.paths["/api/v1/publishing/account-groups"];
  expect(groups?.get?.responses[200]?.content?.["application/json"]).toMatchObject({
    schema: { type: "array", items: { $ref: "#/components/schemas/Group" } },
    example: [{ name: "Zimska kolekcija" }],
  });
  expect(groups?.post?.responses[201]).toBeDefined();
  expect(document.paths["/healthz"]?.get?.security).toEqual([]);
});

describe("every call", () => {
  test("of the contract is there, with a unique id", () => {
    const declared = Object.values({ health: healthDocs, auth: authDocs, ...productApi }).flatMap(
      (slice) =>
        Object.values(slice).map((endpoint) => `${endpoint.method} ${addressOf(endpoint)}`),
    );
    const found = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(found.toSorted()).toEqual(declared.toSorted());
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("has a summary that is a sentence, and a tag that is explained", () => {
    const explained = document.tags.filter((tag) => tag.description).map((tag) => tag.name);
    for (const { operationId, summary, tags } of operations()) {
      expect(summary, operationId).toMatch(/^[A-Z].+\.$/);
      expect(explained, operationId).toEqual(expect.arrayContaining([...tags]));
      expect(tags).toHaveLength(1);
    }
  });

  test("explains its parameters, all of its path among them", () => {
    for (const { operationId, path, method, parameters } of operations()) {
      const resolved = parameters.map(resolve);
      for (const { name, description } of resolved) {
        expect(description, `${operationId} ${name}`).toMatch(/^[A-Z].+\.$/);
      }
      const inPath = resolved
        .filter((parameter) => parameter.in === "path")
        .map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const takesKey = resolved.some(({ name }) => name === "Idempotency-Key");
      expect(takesKey, operationId).toBe(method !== "get");
    }
  });

  test("has an example for every body and answer that its schema accepts", () => {
    expect(examples().length).toBeGreaterThan(operations().length);
    for (const { of, json } of examples()) {
      expect(json, of).toHaveProperty("example");
      expect(checking(json.schema).safeParse(json.example), of).toMatchObject({ success: true });
    }
  });

  test("describes its refusals and its response headers", () => {
    for (const { operationId, path, security, responses } of operations()) {
      expect("401" in responses, operationId).toBe(security.length > 0);
      if (path.includes("{id}")) expect(responses, operationId).toHaveProperty("404");
      expect(responses, operationId).toHaveProperty("500");
      for (const response of Object.values(responses).map(resolve)) {
        expect(response.headers, operationId).toHaveProperty("X-Request-Id");
      }
    }
  });
});

test("an upload takes the file as it is", () => {
  const { requestBody } = document.paths["/api/v1/media"]?.post ?? {};
  expect(Object.keys(requestBody?.content ?? {})).toEqual([
    "image/jpeg",
    "image/png",
    "image/gif",
    "image/webp",
    "image/avif",
    "video/mp4",
    "video/quicktime",
  ]);
});

test("a field's description stays with its object, also where objects share the field's schema", () => {
  expect(document.components.schemas).toMatchObject({
    Activity: {
      properties: { about: { type: "string", description: "What it was done to, in words." } },
    },
    // Read as `about` is: a text that may be absent.
    NewsletterSettings: { properties: { mjml_template: { type: "string" } } },
    QueueItem: {
      properties: {
        goes_out_on: {
          description: "Where and when a pending post goes out if it is approved now.",
          anyOf: [
            {
              items: {
                properties: { publish_at: { description: "Its next slot, to the minute." } },
              },
            },
            { type: "null" },
          ],
        },
      },
    },
  });
  expect(document.components.schemas?.NewsletterSettings).not.toHaveProperty(
    "properties.mjml_template.description",
  );
});

test("the description says how to sign in, to repeat and to page", () => {
  for (const word of ["Authorization: Bearer", "Idempotency-Key", "422", "skip", "opaque"]) {
    expect(document.info.description).toContain(word);
  }
});
