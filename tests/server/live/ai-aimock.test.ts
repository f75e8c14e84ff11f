import { createRequire } from "node:module";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { checkModel } from "../../../server/adapters/live/ai/check-model";
import { bodyOf } from "../../../server/adapters/live/ai/completion";
import { messagesOf } from "../../../server/adapters/live/ai/prompt";
import { textVariables } from "../../../server/adapters/live/ai/text-model";
import { orderOf, signal, template, textModelOf } from "./ai-support";

const isInstalled = isPeerInstalled("aimock");

/** The exports of aimock, as far as they are used. */
type Entry = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | null;
};
type Mock = {
  readonly onMessage: (pattern: RegExp, response: { readonly content: string }) => void;
  readonly nextRequestError: (
    status: number,
    error: { readonly message: string; readonly code?: string },
  ) => void;
  readonly start: () => Promise<string>;
  readonly stop: () => Promise<void>;
  readonly clearRequests: () => void;
  readonly getRequests: () => readonly Entry[];
};
type Aimock = { readonly LLMock: new (options: { port: number }) => Mock };

const category = { name: "Jutarnja kafa", type: "memes", prompt: "Kratko o kafi." } as const;
const order = orderOf({ category, template, recentPosts: ["Prva kafa."], limits: [] });
const key = "sk-of-the-mock";

/** Against a server with OpenAI's API that somebody else wrote, beside OpenAI's own library. */
describe.runIf(isInstalled)("On aimock", { tags: ["peers"] }, () => {
  let mock: Mock;
  let url: string;
  beforeAll(async () => {
    const { LLMock }: Aimock = createRequire(
      new URL("../../peers/aimock/package.json", import.meta.url),
    )("@copilotkit/aimock");
    mock = new LLMock({ port: 0 });
    url = `${await mock.start()}/v1`;
    const post = { title: "Jutro", text: "Druga kafa.", image_prompt: "A cup" };
    const content = JSON.stringify({ ...post, top_text: "Još jedna", bottom_text: "Ili dve" });
    mock.onMessage(/Kratko o kafi/, { content });
  });
  beforeEach(() => mock.clearRequests());
  afterAll(() => mock.stop());

  const modelOf = () => textModelOf({ url, key, model: "gpt-5" });

  test("a post is written, by the same request as OpenAI's own library makes", async () => {
    expect(await modelOf().write(order, signal)).toEqual({
      ...{ ok: true, title: "Jutro", text: "Druga kafa.", imagePrompt: "A cup" },
      ...{ captions: { top: "Još jedna", bottom: "Ili dve" }, needsReview: false },
    });
    const library = new OpenAI({ apiKey: key, baseURL: url, maxRetries: 0 });
    const messages = messagesOf(order, 30);
    const given = { model: "gpt-5", messages, withCaptions: true, isStructured: true };
    const answer = await library.chat.completions.create(bodyOf({ ...given, isOpenAi: false }));
    expect(answer.choices[0]?.message.content).toContain("Druga kafa.");

    const [ours, theirs] = mock.getRequests();
    expect(ours?.body).toMatchObject({ model: "gpt-5", max_tokens: 4000 });
    expect(ours?.body).toEqual(theirs?.body);
    expect([ours?.method, ours?.path]).toEqual(["POST", "/v1/chat/completions"]);
    expect([theirs?.method, theirs?.path]).toEqual(["POST", "/v1/chat/completions"]);
    const named = ["authorization", "content-type"] as const;
    for (const name of named) expect(ours?.headers[name]).toBe(theirs?.headers[name]);
  });

  test("its errors are read: too many calls, and a broken server", async () => {
    mock.nextRequestError(429, { message: "Slow down.", code: "rate_limit_exceeded" });
    expect(await modelOf().write(order, signal)).toMatchObject({ ok: false, why: "later" });
    mock.nextRequestError(500, { message: "It broke." });
    await expect(modelOf().write(order, signal)).rejects.toThrow("status 500");
  });

  test("its models are listed", async () => {
    const library = new OpenAI({ apiKey: key, baseURL: url, maxRetries: 0 });
    const models = (await library.models.list()).data.map(({ id }) => id);
    const words = `there is no gpt-0, which AI_TEXT_MODEL names. It has: ${models.slice(0, 10).join(", ")}`;
    expect(await checkModel({ url, key, model: "gpt-0" }, textVariables)).toEqual({
      ...{ passes: false, words: models.length > 10 ? `${words} and others` : words },
    });
  });
});
