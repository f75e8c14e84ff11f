import { describe, expect, test, vi } from "vitest";
import { aiError, aiKey, aiModel, completion, startAi } from "../../peers/ai/peer";
import type { Reply } from "../../peers/support/peer";
import { chat, now, orderOf, post, setUpAi, signal, written } from "./ai-support";

const { server, noted, modelOf, write, asked } = setUpAi();

describe("a refusal", () => {
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const limit = (headers: Record<string, string>) =>
    aiError(429, "rate_limit_exceeded", "Slow down.", headers);

  async function isRefused(answer: Reply, outcome: string, expected: object) {
    expect(await write(orderOf(), answer)).toEqual({ ok: false, ...expected });
    expect(server().bodies).toHaveLength(1);
    expect(noted()).toMatchObject([{ outcome, tries: 1, model: "writer-1" }]);
  }

  test.each<[error: string, Reply]>([
    [
      "The AI server refused the key. Check AI_TEXT_KEY on the server. (401: Incorrect API key provided: ….)",
      aiError(401, "invalid_api_key", `Incorrect API key provided: ${aiKey}.`),
    ],
    [
      "The AI server refused the key. Check AI_TEXT_KEY on the server. (403: No access.)",
      aiError(403, null, "No access."),
    ],
    [
      "There is no credit left at the AI server. (402: Insufficient credits.)",
      { status: 402, json: { error: { code: 402, message: "Insufficient credits." } } },
    ],
    // Waiting does not help for want of credit.
    [
      "There is no credit left at the AI server. (429: You exceeded your quota.)",
      aiError(429, "insufficient_quota", "You exceeded your quota.", { "retry-after": "1" }),
    ],
    [
      "There is no credit left at the AI server. (429: Your account is not active.)",
      aiError(429, "billing_not_active", "Your account is not active."),
    ],
    [
      "There is no credit left at the AI server. (429: Buy credits.)",
      aiError(429, "credits_exhausted", "Buy credits.", { "retry-after": "1" }),
    ],
  ])("that a person must do something about: %s", (error, answer) =>
    isRefused(answer, "credentials", { why: "credentials", error }),
  );

  test.each<[what: string, Reply, seconds: number, said?: string]>([
    ["seconds", limit({ "retry-after": "7" }), 7],
    ["milliseconds", limit({ "retry-after": "1", "retry-after-ms": "1500" }), 1.5],
    ["a date", limit({ "retry-after": "Fri, 27 Nov 2026 12:01:00 GMT" }), 60],
    [
      "the resets of limits",
      limit({ "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s" }),
      360,
    ],
    [
      "a status of a broken server",
      aiError(503, "slow_down", "Slow down.", { "retry-after": "9" }),
      9,
      "503: Slow down.",
    ],
    [
      "OpenRouter's error within a good status",
      { status: 200, json: { error: { code: 429, message: "Upstream is busy." } } },
      20,
      "429: Upstream is busy.",
    ],
  ])("for now, with %s", (_, answer, seconds, said = "429: Slow down.") =>
    isRefused(answer, "later", {
      why: "later",
      error: `The AI server accepts no more calls for now. (${said})`,
      retryAt: later(seconds),
    }),
  );

  test.each<[error: string, Reply]>([
    [
      "The AI server does not have the model that AI_TEXT_MODEL names. (404: The model does not exist.)",
      aiError(404, "model_not_found", "The model does not exist."),
    ],
    [
      "The AI server does not have the model that AI_TEXT_MODEL names. (404: model 'writer-1' not found)",
      { status: 404, json: { error: "model 'writer-1' not found" } },
    ],
    [
      "The address in AI_TEXT_URL leads to no server with OpenAI's API. (404)",
      { status: 404, text: "Not Found" },
    ],
    [
      "The AI server refused the request. (400: Unsupported parameter.)",
      aiError(400, "unsupported_parameter", "Unsupported parameter."),
    ],
    ["The model declined: Not allowed.", aiError(400, "content_policy_violation", "Not allowed.")],
    [
      "The model declined: The prompt was filtered.",
      aiError(400, "content_filter", "The prompt was filtered."),
    ],
    ["The model declined: Unsafe.", aiError(400, "moderation_blocked", "Unsafe.")],
    ["The model declined.", completion("{", { finish_reason: "content_filter" })],
    [
      "The model declined: I cannot help with that.",
      completion(null, { refusal: "I cannot help with that." }),
    ],
  ])("for good: %s", (error, answer) => isRefused(answer, "refused", { error }));

  test("without a time doubles the wait, until an answer comes", async () => {
    const model = modelOf();
    const waits: unknown[] = [];
    for (const answer of [limit({}), limit({}), limit({}), post(), limit({})]) {
      server().answers.push(answer);
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
    expect(server().bodies).toHaveLength(4);
  });

  test.each([
    ["later: the text is not counted", limit({}), 1],
    ["for good: it is", aiError(400, "content_policy_violation", "No."), 0],
  ])("%s", async (_, answer, returned) => {
    const release = vi.fn(async () => {});
    server().answers.push(answer);
    const refused = await modelOf({ release }).write(orderOf(), signal);
    expect(refused).toMatchObject({ ok: false });
    expect(release).toHaveBeenCalledTimes(returned);
  });
});

describe("an outcome that the job repeats", () => {
  test.each([500, 502, 503, 504, 529])("is status %d", async (status) => {
    const answer = aiError(status, null, `It broke with ${aiKey}.`);
    await expect(write(orderOf(), answer)).rejects.toThrow(
      `The AI server answered with status ${status}.`,
    );
    expect(noted()).toMatchObject([{ outcome: "unknown", tries: 1 }]);
  });

  test("is a cut connection", async () => {
    server().disturb(chat, { cut: "before" });
    await expect(modelOf().write(orderOf(), signal)).rejects.toThrow(
      "The AI server did not answer in time.",
    );
  });

  test("is an answer that does not come in time", async () => {
    server().disturb(chat, { hang: "before", hung: () => undefined });
    await expect(modelOf({ timeout: 200 }).write(orderOf(), signal)).rejects.toThrow(
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
