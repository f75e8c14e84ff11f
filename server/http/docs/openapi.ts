import { z } from "zod";
import { fieldTexts, unreadFields } from "@/shared/api/docs/describe-fields";
import type { Documented } from "@/shared/api/docs/documented";
import type { Endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { itemSchemaOf } from "@/shared/api/reply/listing";
import type { Api, Tag } from "../../kernel/handler.ts";
import { productTags } from "../api.ts";
import { nounsIn, refusalsOf, words } from "../refusals.ts";
import { addressOf } from "../serve.ts";
import { about, serverTags } from "./openapi-text.ts";

type Json = Record<string, unknown>;

/**
 * Returns the contract as an OpenAPI 3.1 document: every call with its schemas, its samples and
 * its refusals.
 */
export function openApiDocument(api: Api): Json {
  const schemas = createSchemas();
  const paths: Record<string, Json> = {};
  for (const [slice, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = addressOf(endpoint);
      const described = operation(endpoint, schemas);
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: {
          operationId: `${slice}.${name}`,
          tags: [tagOf(slice).name],
          ...described,
        },
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Social Publishing Console", version: "1", description: about },
    servers: [{ url: "/", description: "This server." }],
    tags: Object.keys(api).map(tagOf),
    paths,
    components: { ...components, schemas: { ...components.schemas, ...schemas.named } },
  };
}

const tags: Readonly<Record<string, Tag>> = { ...serverTags, ...productTags };

const tagOf = (slice: string) => tags[slice] ?? { name: sentence(words(slice)) };

function operation(endpoint: Documented, { schemaOf }: Schemas): Json {
  const { method, path, summary, body, file, reply, sample } = endpoint;
  const description = descriptionOf(endpoint);
  const { authenticated, status } = endpoint;
  // Each part of a sample is there when its schema is; the general type of an endpoint cannot say so.
  const samples = sample as { query?: Json; body?: unknown; reply?: unknown };
  const isCommand = method !== "GET";
  const inQuery = queryParameters(endpoint, samples.query, schemaOf);
  const refusals = Object.entries(refusalsOf(endpoint));
  // A malformed id is a 404, so a call with nothing but ids has no 422.
  const isChecked = isCommand || inQuery.length > 0 || nounsIn(path).some(({ isId }) => !isId);
  return {
    summary,
    ...(description && { description }),
    security: authenticated ? [{ token: [] }] : [],
    parameters: [
      ...pathParameters(endpoint, schemaOf),
      ...inQuery,
      ...(isCommand ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body), samples.body) } }),
    // A media type without a schema is the bytes themselves.
    ...(file && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          file.types.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
        ),
      },
    }),
    responses: {
      [status]: {
        description: reply ? meanings[status] : "Done, without a body.",
        headers: {
          ...requestId,
          ...(isCommand && { "Idempotent-Replayed": { $ref: "#/components/headers/Replayed" } }),
        },
        ...(reply && { content: json(schemaOf(reply), samples.reply) }),
      },
      ...(authenticated && { 401: { $ref: "#/components/responses/NotAuthenticated" } }),
      // Before the endpoint's own: it may say more about its 503.
      503: { $ref: "#/components/responses/Unavailable" },
      ...Object.fromEntries(refusals.map(([code, when]) => [code, refused(code, when)])),
      ...(isChecked && { 422: { $ref: "#/components/responses/InvalidRequest" } }),
      500: { $ref: "#/components/responses/Failure" },
    },
  };
}

/** Returns the endpoint's description; for an optional call, also the capability that announces it. */
function descriptionOf({ description, capability }: Documented): string | undefined {
  if (capability === undefined) return description;
  const announced = `Optional: a backend that has it names \`${capability}\` among the \`capabilities\` of \`GET /healthz\`.`;
  return description ? `${description}\n\n${announced}` : announced;
}

const meanings = {
  200: "Done.",
  201: "Created.",
  202: "Accepted: a job does it in the background.",
  204: "Done, without a body.",
} as const;

const refused = (status: string, when: string) => ({
  description: when,
  headers: {
    ...requestId,
    ...(["429", "503"].includes(status) && {
      "Retry-After": { $ref: "#/components/headers/RetryAfter" },
    }),
  },
  content: json(
    { $ref: "#/components/schemas/Refusal" },
    { detail: when.replace(/^There is no/, "No") },
  ),
});

const pathParameters = ({ path }: Endpoint, schemaOf: Schemas["schemaOf"]): Json[] =>
  nounsIn(path).map(({ name, isId, noun }) => ({
    name,
    in: "path",
    required: true,
    description: isId ? `The id of the ${noun}.` : `The ${noun}.`,
    // The same schema as in answers: an id is sent back as it came.
    ...(isId ? { schema: schemaOf(idSchema), example: 1 } : { schema: { type: "string" } }),
  }));

function queryParameters(
  { query }: Endpoint,
  sample: Json = {},
  schemaOf: Schemas["schemaOf"],
): Json[] {
  const texts = query ? fieldTexts(query) : {};
  return Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const schema = schemaOf(field);
    return {
      name,
      in: "query",
      required: !z.safeParse(field, undefined).success,
      description: texts[name] ?? commonParameters[name],
      schema,
      ...(name in sample && { example: sample[name] }),
    };
  });
}

/** Descriptions of query parameters that mean the same in every call. */
const commonParameters: Readonly<Record<string, string>> = {
  skip: "How many records to leave out at the beginning.",
  limit: "How many records to return at most.",
  group_id: "The id of a group: only its records.",
  category_id: "The id of a category: only its records.",
};

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const json = (schema: Json, example: unknown) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

type Schemas = ReturnType<typeof createSchemas>;

/**
 * Converts zod schemas to JSON Schema of the wire format, where a listing is an array of its items.
 * A schema with a registered `id` is described once, in `named`, and referenced.
 */
function createSchemas() {
  const named: Record<string, Json> = {};
  function schemaOf(schema: z.core.$ZodType): Json {
    const converted = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const item = itemSchemaOf(zodSchema);
        if (item) Object.assign(jsonSchema, { type: "array", items: schemaOf(item) });
        const { def } = zodSchema._zod;
        if (def.type === "object") {
          Object.assign(
            jsonSchema.properties ?? {},
            Object.fromEntries(
              Object.entries(unreadFields(zodSchema)).map(([name, field]) => [
                name,
                schemaOf(field),
              ]),
            ),
            described(def.shape, fieldTexts(zodSchema)),
          );
        }
        // `catch` is the client's fallback; documented as a default it would promise a server
        // default.
        if (def.type === "catch") delete jsonSchema.default;
      },
    });
    const { $schema: _, $defs = {}, ...rest } = pointToComponents(converted);
    for (const [name, definition] of Object.entries($defs)) {
      const { id: __, ...known } = definition;
      named[name] = known;
    }
    return rest;
  }
  /**
   * Returns the fields of an object that have a text. They are converted separately: objects can
   * share the schema of a field, and the text belongs to one of them.
   */
  const described = (shape: z.core.$ZodShape, texts: ReturnType<typeof fieldTexts>) =>
    Object.fromEntries(
      Object.entries(shape).flatMap(([name, field]) =>
        texts[name] ? [[name, { ...schemaOf(field), description: texts[name] }]] : [],
      ),
    );
  return { named, schemaOf };
}

type WithDefinitions = Json & { $defs?: Record<string, Json> };

const pointToComponents = (schema: object): WithDefinitions =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

const requestId = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

const sampleRequestId = "7b0e6f0a-4c1e-4f7d-9b0c-2a54c7f3d1a9";

/** Components that many calls reference. */
const components = {
  securitySchemes: {
    token: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "The token of a sign-in.",
    },
  },
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "Identifies this command. Sent again with the same key it has no second effect and gets the first answer; another command with the same key is a 422.",
      schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x21-\\x7e]+$" },
    },
  },
  headers: {
    RequestId: {
      description:
        "Identifies the request, also in the server's log. A well-formed one in the request is kept.",
      schema: { type: "string" },
      example: sampleRequestId,
    },
    Replayed: {
      description: "Present, and true, if the same command was answered before.",
      schema: { type: "string", enum: ["true"] },
    },
    RetryAfter: {
      description: "How many seconds to wait before a retry.",
      schema: { type: "integer", minimum: 0 },
      example: 5,
    },
  },
  responses: {
    NotAuthenticated: {
      description: "The token is missing, wrong or expired.",
      headers: {
        ...requestId,
        "WWW-Authenticate": {
          description: "The authentication scheme to use.",
          schema: { const: "Bearer" },
        },
      },
      content: json({ $ref: "#/components/schemas/Refusal" }, { detail: "Not authenticated" }),
    },
    InvalidRequest: {
      description: "The request does not match this description, or a value breaks a rule.",
      headers: requestId,
      content: json(
        { $ref: "#/components/schemas/InvalidRequest" },
        { detail: [{ loc: ["body", "name"], msg: "Field required", type: "missing" }] },
      ),
    },
    Unavailable: {
      description: "The database does not answer; a command may have been done all the same.",
      headers: { ...requestId, "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
      content: json(
        { $ref: "#/components/schemas/Refusal" },
        { detail: "The database does not answer. Try again." },
      ),
    },
    Failure: {
      description: "The server failed; search its log for the request's id.",
      headers: requestId,
      content: json(
        { $ref: "#/components/schemas/Refusal" },
        { detail: "Internal Server Error", request_id: sampleRequestId },
      ),
    },
  },
  schemas: {
    Refusal: {
      type: "object",
      description: "Why the call was refused, in a sentence for people.",
      required: ["detail"],
      properties: {
        detail: { type: "string" },
        request_id: { type: "string", description: "Only if the server failed." },
      },
    },
    InvalidRequest: {
      type: "object",
      description: "What is invalid: one sentence, or an issue for each value.",
      required: ["detail"],
      properties: {
        detail: {
          anyOf: [
            { type: "string" },
            { type: "array", items: { $ref: "#/components/schemas/FieldIssue" } },
          ],
        },
      },
    },
    FieldIssue: {
      type: "object",
      description: "One issue with one value.",
      required: ["loc", "msg", "type"],
      properties: {
        loc: {
          type: "array",
          description: "The path of the value: body, query or header, then field by field.",
          items: { anyOf: [{ type: "string" }, { type: "integer" }] },
        },
        msg: { type: "string", description: "A sentence for people." },
        type: { type: "string", description: "A code for programs." },
      },
    },
  },
};
