import { z } from "zod";
import type { Endpoint } from "@/shared/api/endpoint";
import { itemSchemaOf } from "@/shared/api/listing";
import { type Api, addressOf, isIdName } from "./serve.ts";

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document: every call with its schemas and its sample. */
export function openApiDocument(api: Api): Json {
  const paths: Record<string, Json> = {};
  for (const [slice, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = addressOf(endpoint);
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(`${slice}.${name}`, slice, endpoint),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Social Publishing Console", version: "1" },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        Refusal: {
          type: "object",
          required: ["detail"],
          properties: { detail: { type: "string" }, request_id: { type: "string" } },
        },
        InvalidRequest: {
          type: "object",
          required: ["detail"],
          properties: {
            detail: { anyOf: [{ type: "string" }, { type: "array", items: fieldIssue }] },
          },
        },
      },
    },
  };
}

const fieldIssue = {
  type: "object",
  required: ["loc", "msg", "type"],
  properties: {
    loc: { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
    msg: { type: "string" },
    type: { type: "string" },
  },
};

function operation(operationId: string, tag: string, endpoint: Endpoint): Json {
  const { body, reply, sample, authenticated, status } = endpoint;
  // Each part of a sample is there when its schema is; the general type of an endpoint cannot say so.
  const samples = sample as { query?: Json; body?: unknown; reply?: unknown };
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    security: authenticated ? [{ token: [] }] : [],
    parameters: parameters(endpoint, samples.query),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body), samples.body) } }),
    responses: {
      [status]: {
        description: reply ? "Done." : "Done; there is nothing to say.",
        ...(reply && { content: json(schemaOf(reply), samples.reply) }),
      },
      ...(authenticated && { 401: error("The token is missing, wrong or expired.") }),
      ...(endpoint.path.includes("{") && { 404: error("There is nothing of that id.") }),
      ...(endpoint.method !== "GET" && { 409: error("The state does not allow it.") }),
      422: error("The request is not as described.", "InvalidRequest"),
      500: error("The server failed; the log has more under the request's id."),
    },
  };
}

function parameters({ path, query, method }: Endpoint, sample: Json = {}): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: isIdName(name) ? { type: "integer", minimum: 1 } : { type: "string" },
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: !schema.safeParse(undefined).success,
    schema: schemaOf(schema),
    ...(name in sample && { example: sample[name] }),
  }));
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "The same key with the same request has one effect and gets the first answer.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  };
  return [...inPath, ...inQuery, ...(method === "GET" ? [] : [key])];
}

const json = (schema: Json, example: unknown) => ({ "application/json": { schema, example } });

const error = (description: string, schema = "Refusal") => ({
  description,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** What goes over the wire: a listing is an array of its items there. */
function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const item = itemSchemaOf(zodSchema);
      if (item) Object.assign(jsonSchema, { type: "array", items: schemaOf(item) });
    },
  });
  return rest;
}
