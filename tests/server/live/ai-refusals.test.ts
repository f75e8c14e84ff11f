import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { textLimits } from "@/entities/account/text-limits";
import { createTextModel, type NotedOrder } from "../../../server/adapters/live/ai/text-model";
import { createHttp } from "../../../server/adapters/live/http";
import type { TextOrder } from "../../../server/ports/text-model";
import { aiError, aiKey, aiModel, completion, startAi } from "../../peers/ai/peer";
import type { Reply } from "../../peers/support/peer";

const now = new Date("2026-11-27T12:00:00Z");
const clock = { now: () => now };
const { signal } = new AbortController();
const chat = "POST /v1/chat/completions";

let ai: Awaited<ReturnType<typeof startAi>>;
let noted: NotedOrder[];
beforeEach(async () => {
  ai = await startAi();
  noted = [];
});
afterEach(() => ai.close());

const orderOf = (more: Partial<TextOrder> = {}): TextOrder => ({
  category: { name: "Jutarnja kafa", type: "evergreen", prompt: "Kratko i toplo o kafi." },
  taskId: "task",
  turn: 0,
  withImage: true,
  recentPosts: [],
  limits: [textLimits.bluesky],
  ...more,
});

const modelOf = (more: Partial<Parameters<typeof createTextModel>[0]> = {}) =>
  createTextModel({
    server: { url: ai.url, key: aiKey, model: aiModel },
    http: createHttp({ proxy: null }),
    clock,
    take: async () => true,
    giveBack: async () => {},
    noted: async (order) => void noted.push(order),
    ...more,
  });

const post = (more: object = {}) =>
  completion(
    JSON.stringify({
      title: "Jutro",
      text: "Prva kafa je tišina.",
      image_prompt: "A cup of coffee on a window sill",
      ...more,
    }),
  );
const written = {
  ok: true,
  title: "Jutro",
  text: "Prva kafa je tišina.",
  imagePrompt: "A cup of coffee on a window sill",
  captions: null,
  needsReview: false,
};

/** Writes by a model that gives these answers. */
function write(order: TextOrder, ...answers: readonly Reply[]) {
  ai.answers.push(...answers);
  return modelOf().write(order, signal);
}
const asked = (number = 0) => ai.bodies[number]?.messages.map(({ content }) => content) ?? [];

describe("a refusal", () => {
  const busy = "The AI server accepts no more calls for now.";
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const limit = (headers: Record<string, string>) =>
    aiError(429, "rate_limit_exceeded", "Slow down.", headers);

  test.each<[string, Reply, object]>([
    [
      "401: the key",
      aiError(401, "invalid_api_key", `Incorrect API key provided: ${aiKey}.`),
      {
        why: "credentials",
        error:
          "The AI server refused the key. Check AI_TEXT_KEY on the server. (401: Incorrect API key provided: ….)",
      },
    ],
    [
      "403: the key's rights",
      aiError(403, null, "No access."),
      {
        why: "credentials",
        error: "The AI server refused the key. Check AI_TEXT_KEY on the server. (403: No access.)",
      },
    ],
    [
      "402: no credit",
      { status: 402, json: { error: { code: 402, message: "Insufficient credits." } } },
      {
        why: "credentials",
        error: "There is no credit left at the AI server. (402: Insufficient credits.)",
      },
    ],
    [
      "429: no credit, for which waiting does not help",
      aiError(429, "insufficient_quota", "You exceeded your quota.", { "retry-after": "1" }),
      {
        why: "credentials",
        error: "There is no credit left at the AI server. (429: You exceeded your quota.)",
      },
    ],
    [
      "429: a bill that is not paid",
      aiError(429, "billing_not_active", "Your account is not active."),
      {
        why: "credentials",
        error: "There is no credit left at the AI server. (429: Your account is not active.)",
      },
    ],
    [
      "429: no credits left",
      aiError(429, "credits_exhausted", "Buy credits.", { "retry-after": "1" }),
      {
        why: "credentials",
        error: "There is no credit left at the AI server. (429: Buy credits.)",
      },
    ],
    [
      "429: too many calls, with the seconds to wait",
      limit({ "retry-after": "7" }),
      { why: "later", error: `${busy} (429: Slow down.)`, retryAt: later(7) },
    ],
    [
      "429, with milliseconds",
      limit({ "retry-after": "1", "retry-after-ms": "1500" }),
      { why: "later", retryAt: later(1.5) },
    ],
    [
      "429, with a date",
      limit({ "retry-after": "Fri, 27 Nov 2026 12:01:00 GMT" }),
      { why: "later", retryAt: later(60) },
    ],
    [
      "429, with the resets of limits",
      limit({ "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s" }),
      { why: "later", retryAt: later(360) },
    ],
    [
      "503 with slow_down",
      aiError(503, "slow_down", "Slow down.", { "retry-after": "9" }),
      { why: "later", retryAt: later(9) },
    ],
    [
      "404: no such model",
      aiError(404, "model_not_found", "The model does not exist."),
      {
        error:
          "The AI server does not have the model that AI_TEXT_MODEL names. (404: The model does not exist.)",
      },
    ],
    [
      "404: Ollama's words for it",
      { status: 404, json: { error: "model 'writer-1' not found" } },
      {
        error:
          "The AI server does not have the model that AI_TEXT_MODEL names. (404: model 'writer-1' not found)",
      },
    ],
    [
      "404: another server",
      { status: 404, text: "Not Found" },
      { error: "The address in AI_TEXT_URL leads to no server with OpenAI's API. (404)" },
    ],
    [
      "400: something in the order",
      aiError(400, "unsupported_parameter", "Unsupported parameter."),
      { error: "The AI server refused the request. (400: Unsupported parameter.)" },
    ],
    [
      "400: its content",
      aiError(400, "content_policy_violation", "Not allowed."),
      { error: "The model declined: Not allowed." },
    ],
    [
      "400: its content, by Azure's filter",
      aiError(400, "content_filter", "The prompt was filtered."),
      { error: "The model declined: The prompt was filtered." },
    ],
    [
      "a filtered answer",
      completion("{", { finish_reason: "content_filter" }),
      { error: "The model declined." },
    ],
    [
      "a refusal by the model",
      completion(null, { refusal: "I cannot help with that." }),
      { error: "The model declined: I cannot help with that." },
    ],
    [
      "OpenRouter's error within a good status",
      { status: 200, json: { error: { code: 429, message: "Upstream is busy." } } },
      { why: "later", error: `${busy} (429: Upstream is busy.)`, retryAt: later(20) },
    ],
  ])("%s", async (_, answer, expected) => {
    const result = await write(orderOf(), answer);
    expect(result).toMatchObject({ ok: false, ...expected });
    if (!("why" in expected)) expect(result).not.toHaveProperty("why");
    expect(ai.bodies).toHaveLength(1);
    expect(noted).toMatchObject([
      { outcome: "why" in expected ? expected.why : "refused", tries: 1, model: "writer-1" },
    ]);
  });

  test("without a time doubles the wait, until an answer comes", async () => {
    const model = modelOf();
    const waits: unknown[] = [];
    for (const answer of [limit({}), limit({}), limit({}), post(), limit({})]) {
      ai.answers.push(answer);
      const result = await model.write(orderOf(), signal);
      if (!result.ok && result.why === "later") waits.push(result.retryAt);
    }
    expect(waits).toEqual([later(20), later(40), later(80), later(20)]);
  });

  test("of a conversation that is too long: it is sent again with ten recent posts, then refused", async () => {
    const recentPosts = Array.from({ length: 30 }, (_, n) => `Objava broj ${n}.`);
    const tooLong = aiError(400, "context_length_exceeded", "Too many tokens.");
    expect(await write(orderOf({ recentPosts }), tooLong, post())).toEqual(written);
    expect(asked(0)[1]).toContain("Objava broj 29.");
    expect(asked(1)[1]).toContain("Objava broj 9.");
    expect(asked(1)[1]).not.toContain("Objava broj 10.");
    expect(await write(orderOf({ recentPosts }), tooLong, tooLong)).toEqual({
      ok: false,
      error: "The AI server refused the request. (400: Too many tokens.)",
    });
    expect(ai.bodies).toHaveLength(4);
  });

  test.each([
    ["later: the text is not counted", limit({}), 1],
    ["for good: it is", aiError(400, "content_policy_violation", "No."), 0],
  ])("%s", async (_, answer, returned) => {
    let count = 0;
    const giveBack = async () => {
      count += 1;
    };
    const model = modelOf({ giveBack });
    ai.answers.push(answer);
    expect(await model.write(orderOf(), signal)).toMatchObject({ ok: false });
    expect(count).toBe(returned);
  });

  test("nothing is asked for when today's number of texts is used up", async () => {
    const model = modelOf({ take: async () => false });
    expect(await model.write(orderOf(), signal)).toEqual({
      ok: false,
      error:
        "Today's limit of texts is reached. AI_TEXT_PER_DAY on the server sets it, per day in UTC.",
    });
    expect(ai.calls).toEqual([]);
  });
});

describe("an outcome that the job repeats", () => {
  test.each([500, 502, 503, 504, 529])("is status %d", async (status) => {
    const answer = aiError(status, null, `It broke with ${aiKey}.`);
    await expect(write(orderOf(), answer)).rejects.toThrow(
      `The AI server answered with status ${status}.`,
    );
    expect(noted).toMatchObject([{ outcome: "unknown", tries: 1 }]);
  });

  test("is a cut connection", async () => {
    ai.disturb(chat, { cut: "before" });
    await expect(modelOf().write(orderOf(), signal)).rejects.toThrow(
      "The AI server did not answer in time.",
    );
  });

  test("is an answer that does not come in time", async () => {
    ai.disturb(chat, { hang: "before", hung: () => undefined });
    await expect(modelOf({ patience: 200 }).write(orderOf(), signal)).rejects.toThrow(
      "The AI server did not answer in time.",
    );
  });

  test("is a page of something on the way", async () => {
    await expect(write(orderOf(), { status: 200, text: "<html>" })).rejects.toThrow(
      "The AI server's response could not be read.",
    );
  });

  test("is none where no connection was made: that is certain, and waits for a minute", async () => {
    const closed = await startAi();
    await closed.close();
    const server = { url: closed.url, key: aiKey, model: aiModel };
    expect(await modelOf({ server }).write(orderOf(), signal)).toEqual({
      ok: false,
      why: "later",
      error: "127.0.0.1 could not be reached (ECONNREFUSED).",
      retryAt: new Date("2026-11-27T12:01:00Z"),
    });
  });
});
