import { afterEach, beforeEach } from "vitest";
import { textLimits } from "@/entities/account/text-limits";
import { createTextModel, type RecordedOrder } from "../../../server/adapters/live/ai/text-model";
import { createHttp } from "../../../server/adapters/live/http";
import type { TextOrder } from "../../../server/ports/text-model";
import { aiKey, aiModel, completion, startAi } from "../../peers/ai/peer";
import type { Reply } from "../../peers/support/peer";

export const now = new Date("2026-11-27T12:00:00Z");
export const chat = "POST /v1/chat/completions";
export const { signal } = new AbortController();

export const template = { name: "Dva dugmeta", usage: "Dva izbora.", humor: "Oba su loša." };

export const orderOf = (more: Partial<TextOrder> = {}): TextOrder => ({
  category: { name: "Jutarnja kafa", type: "evergreen", prompt: "Kratko i toplo o kafi." },
  taskId: "task",
  turn: 0,
  withImage: true,
  recentPosts: [],
  limits: [textLimits.bluesky],
  ...more,
});

export const content = {
  title: "Jutro",
  text: "Prva kafa je tišina.",
  image_prompt: "A cup of coffee on a window sill",
};
export const post = (more: object = {}) => completion(JSON.stringify({ ...content, ...more }));
/** The result of `post`. */
export const written = {
  ...{ ok: true, title: "Jutro", text: "Prva kafa je tišina." },
  ...{ imagePrompt: "A cup of coffee on a window sill", captions: null, needsReview: false },
};

type Options = Parameters<typeof createTextModel>[0];

export const textModelOf = (server: Options["server"], more: Partial<Options> = {}) =>
  createTextModel({
    server,
    http: createHttp({ proxy: null }),
    clock: { now: () => now },
    take: async () => true,
    release: async () => {},
    record: async () => {},
    ...more,
  });

/** Gives each test a server that writes texts. */
export function setUpAi() {
  let ai: Awaited<ReturnType<typeof startAi>>;
  let noted: RecordedOrder[];
  beforeEach(async () => {
    ai = await startAi();
    noted = [];
  });
  afterEach(() => ai.close());

  const modelOf = (more: Partial<Options> = {}) =>
    textModelOf(
      { url: ai.url, key: aiKey, model: aiModel },
      { record: async (order) => void noted.push(order), ...more },
    );
  return {
    server: () => ai,
    noted: () => noted,
    modelOf,
    /** Writes by a model that gives these answers. */
    write: (order: TextOrder, ...answers: readonly Reply[]) => {
      ai.answers.push(...answers);
      return modelOf().write(order, signal);
    },
    /** The messages of a request. */
    asked: (number = 0) => ai.bodies[number]?.messages.map(({ content }) => content) ?? [],
  };
}
