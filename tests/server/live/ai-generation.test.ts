import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { failedWorkApi } from "@/features/failed-work/contract";
import { generationApi } from "@/features/generation/contract";
import { readConfig } from "../../../server/config";
import { type OutsideCall, worldOf } from "../../../server/world";
import { aiError, aiKey, aiModel, completion, startAi } from "../../peers/ai/peer";
import { createWorld, type World } from "../world";
import { livePortsOf } from "./live-ports";

describe("texts of a real model", () => {
  let ai: Awaited<ReturnType<typeof startAi>>;
  let world: World;
  let calls: OutsideCall[];
  let group: number;

  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    LIVE: "ai",
    AI_TEXT_URL: `${ai.url}/`,
    AI_TEXT_KEY: aiKey,
    AI_TEXT_MODEL: aiModel,
    ...more,
  });

  /** Returns the server of a world in which texts are real, and nothing else is. */
  async function startWorld(more: Readonly<Record<string, string>> = {}) {
    world = await createWorld();
    const onCall = (call: OutsideCall) => void calls.push(call);
    const { textModel, world: reached } = await livePortsOf(world, environment(more), onCall);
    Object.assign(world.ports, { textModel, world: reached });
    group = await world.addGroup();
  }

  beforeEach(async () => {
    ai = await startAi();
    calls = [];
  });
  afterEach(async () => {
    await world.close();
    await ai.close();
  });

  const post = (text: string) =>
    completion(JSON.stringify({ title: "Jutro", text, image_prompt: null }), {
      tokens: [1000, 100],
    });
  const status = () => world.call(generationApi.status, { query: { group_id: group } });
  const trigger = async (num_posts = 1) =>
    world.call(generationApi.trigger, {
      params: { categoryId: await world.addCategory(group) },
      query: { num_posts, type: "text" },
    });
  const causes = async () => (await world.call(failedWorkApi.list, {})).map(({ cause }) => cause);

  test("wait for approval, and are counted by the day with their tokens and cost", async () => {
    await startWorld({ AI_TEXT_PRICE_IN: "2.5", AI_TEXT_PRICE_OUT: "10" });
    expect((await status()).texts_today).toEqual({ written: 0, per_day: 500, tokens: 0, cost: 0 });
    ai.answers.push(post("Prva kafa."), post("Druga kafa."));
    await trigger(2);
    await world.runJobs();
    expect(await world.queue()).toMatchObject([
      { text_content: "Prva kafa.", title: "Jutro", status: "pending_approval" },
      { text_content: "Druga kafa.", status: "pending_approval" },
    ]);
    // 2000 tokens at $2.50 and 200 at $10 for a million.
    expect((await status()).texts_today).toEqual({
      ...{ written: 2, per_day: 500, tokens: 2200, cost: 0.007 },
    });
    expect(calls).toEqual(
      Array(2).fill({
        ...{ port: "text", outcome: "ok", tokens: { in: 1000, out: 100 }, cost: 0.0035 },
        facts: {
          ...{ model: "writer-1", tries: 1, tokens_in: 1000, tokens_out: 100, cost: 0.0035 },
          ms: expect.any(Number),
        },
      }),
    );
    world.clock.advance(86_400_000);
    expect((await status()).texts_today).toMatchObject({ written: 0, tokens: 0 });
  });

  test("end at the day's number, and operators see why", async () => {
    await startWorld({ AI_TEXT_PER_DAY: "2" });
    ai.answers.push(post("Prva kafa."), post("Druga kafa."));
    await trigger(3);
    await expect(world.runJobs()).rejects.toThrow();
    expect(await world.queue()).toHaveLength(2);
    expect(ai.bodies).toHaveLength(2);
    expect(await causes()).toEqual([
      "Today's limit of texts is reached. AI_TEXT_PER_DAY on the server sets it, per day in UTC.",
    ]);
    expect((await status()).texts_today).toMatchObject({ written: 2, per_day: 2, cost: null });
  });

  test("whose model declines are not asked for again, and operators see its words", async () => {
    await startWorld();
    ai.answers.push(completion(null, { refusal: "I cannot help with that." }));
    await trigger();
    await expect(world.runJobs()).rejects.toThrow();
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect(ai.bodies).toHaveLength(1);
    expect(await causes()).toEqual(["The model declined: I cannot help with that."]);
  });

  test("whose key is wrong stop at once", async () => {
    await startWorld({ AI_TEXT_KEY: "sk-canary-other" });
    await trigger(5);
    await expect(world.runJobs()).rejects.toThrow();
    expect(ai.calls).toHaveLength(1);
    expect(await causes()).toEqual([
      "The AI server refused the key. Check AI_TEXT_KEY on the server. (401: Incorrect API key provided: Bearer ….)",
    ]);
  });

  test("go on when a busy model takes calls again, and after an error of its server", async () => {
    await startWorld();
    ai.answers.push(aiError(429, "rate_limit_exceeded", "Slow down.", { "retry-after": "3600" }));
    await trigger();
    await world.runJobs();
    expect(await world.queue()).toEqual([]);
    world.clock.advance(3_601_000);
    ai.answers.push(aiError(500, null, "It broke."), post("Prva kafa."));
    await expect(world.runJobs()).rejects.toThrow("The AI server answered with status 500.");
    expect(await world.queue()).toHaveLength(1);
    expect(await causes()).toEqual([]);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["later", "unknown", "ok"]);
  });

  test("are also written in a rehearsal: a model is only asked", async () => {
    await startWorld({ HOLD: "1" });
    expect(worldOf(readConfig(environment({ HOLD: "1" }))).outside).toMatchObject({
      ...{ ai: "real", bluesky: "off" },
    });
    ai.answers.push(post("Prva kafa."));
    await trigger();
    await world.runJobs();
    expect(await world.queue()).toHaveLength(1);
  });

  test("are switched off where LIVE does not name ai, whatever keys there are", async () => {
    await startWorld({ LIVE: "bluesky" });
    expect((await status()).texts_today).toBeUndefined();
    await trigger();
    world.clock.advance(60_000);
    await expect(world.runJobs()).rejects.toThrow(
      "Generating is switched off on this server: LIVE does not name ai.",
    );
    expect(ai.calls).toEqual([]);
  });
});

const both =
  "For LIVE=ai set AI_TEXT_URL and AI_TEXT_MODEL: a server with OpenAI's API, and its model that writes.";
const address = "AI_TEXT_URL must be an address like https://api.openai.com/v1.";
test.each([
  [{ AI_TEXT_URL: "" }, both],
  [{ AI_TEXT_MODEL: "" }, both],
  [{ AI_TEXT_URL: "ftp://ai" }, address],
  [{ AI_TEXT_URL: "https://me:canary@ai/v1" }, address],
  [{ AI_TEXT_PER_DAY: "0" }, "AI_TEXT_PER_DAY must be a whole number of texts, at least 1."],
  [{ AI_TEXT_PRICE_IN: "2.5" }, "AI_TEXT_PRICE_IN and AI_TEXT_PRICE_OUT must be set together."],
  [
    { AI_TEXT_PRICE_IN: "$2" },
    "AI_TEXT_PRICE_IN must be US dollars for a million tokens, like 2.5.",
  ],
])("a start with %o is refused in one sentence", (more, sentence) => {
  const ready = { LIVE: "ai", AI_TEXT_URL: "https://ai.example.com/v1", AI_TEXT_MODEL: aiModel };
  expect(() => readConfig({ ...ready, ...more })).toThrow(sentence);
});
