import * as z from "zod";
import { NotInTheDocuments, type Reply, refuseOtherHeaders, startPeer } from "../support/peer.ts";

export const aiKey = "sk-canary-text-key";
export const aiModel = "writer-1";

/**
 * A strict stand-in of OpenAI's chat completions, written from its API reference: unknown fields are
 * refused, as are schemas that the strict mode does not take.
 */
const schema: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({
      type: z.union([z.literal("string"), z.tuple([z.literal("string"), z.literal("null")])]),
    }),
    z
      .strictObject({
        type: z.literal("object"),
        additionalProperties: z.literal(false),
        required: z.array(z.string()),
        properties: z.record(z.string(), schema),
      })
      .refine(
        ({ required, properties }) =>
          required.toSorted().join() === Object.keys(properties).toSorted().join(),
        "every property must be required",
      ),
  ]),
);

const bodySchema = z.strictObject({
  model: z.string(),
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: z.string() }))
    .min(1),
  response_format: z
    .strictObject({
      type: z.literal("json_schema"),
      json_schema: z.strictObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
        strict: z.literal(true),
        schema,
      }),
    })
    .optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
});

export type ChatBody = z.output<typeof bodySchema>;

/** An answer as OpenAI's API gives it. */
export const completion = (
  content: string | null,
  more: { finish_reason?: string; refusal?: string; tokens?: readonly [number, number] } = {},
): Reply => {
  const { finish_reason = "stop", refusal = null, tokens: [read, written] = [900, 80] } = more;
  return {
    status: 200,
    headers: { "x-request-id": "req_1" },
    json: {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_764_240_000,
      model: aiModel,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content, refusal },
          finish_reason,
          logprobs: null,
        },
      ],
      usage: { prompt_tokens: read, completion_tokens: written, total_tokens: read + written },
    },
  };
};

/** An error as OpenAI's API gives it. */
export const aiError = (
  status: number,
  code: string | null,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers,
  json: { error: { message, type: "invalid_request_error", param: null, code } },
});

/** An answer, or what makes it: orders that run side by side come in any order. */
type Answer = Reply | ((body: ChatBody) => Reply);

/** Starts a server that gives these answers to chat completions, one after the other. */
export async function startAi(key: string | null = aiKey) {
  const answers: Answer[] = [];
  const bodies: ChatBody[] = [];
  const peer = await startPeer((request) => {
    refuseOtherHeaders(request, ["authorization"]);
    const expected = key === null ? undefined : `Bearer ${key}`;
    if (request.headers.authorization !== expected) {
      return aiError(
        401,
        "invalid_api_key",
        `Incorrect API key provided: ${request.headers.authorization}.`,
      );
    }
    switch (`${request.method} ${request.path}`) {
      case "POST /v1/chat/completions": {
        const body = bodySchema.safeParse(request.json());
        if (!body.success) throw new NotInTheDocuments(body.error.message);
        bodies.push(body.data);
        const next = answers.shift();
        if (!next) throw new Error("No more answers were prepared.");
        return typeof next === "function" ? next(body.data) : next;
      }
      case "GET /v1/models":
        return {
          status: 200,
          json: {
            object: "list",
            data: [
              { id: aiModel, object: "model", created: 1_764_240_000, owned_by: "zima" },
              { id: "writer-2", object: "model", created: 1_764_240_000, owned_by: "zima" },
            ],
          },
        };
      default:
        throw new NotInTheDocuments(`${request.method} ${request.path}`);
    }
  });
  // Not a copy: the list of calls would stay empty.
  return Object.assign(peer, { url: `${peer.origin}/v1`, bodies, answers });
}
