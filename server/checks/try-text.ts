import { textLimits } from "@/entities/account/text-limits";
import type { CategoryType } from "@/entities/category/contract";
import {
  createTextModel,
  type RecordedOrder,
  type TextServer,
} from "../adapters/live/ai/text-model.ts";
import { createHttp, type Http } from "../adapters/live/http.ts";
import { refusalOfLength } from "../adapters/live/text-length.ts";
import { costOf } from "../features/generation/index.ts";
import type { TextBudget, TextOrder } from "../ports/text-model.ts";

const perType = 10;

type Example = Pick<TextOrder, "product" | "template" | "withImage"> & { readonly prompt: string };

const jacket = {
  name: "Vunena jakna „Zlatibor“",
  description: "Od čiste vune, sa postavom. Topla i po vetru.",
  url: "https://shop.example.com/products/vunena-jakna",
};

/** The subjects of the texts, for each type of category. */
const examples: Readonly<Record<CategoryType, Example>> = {
  evergreen: { prompt: "Kratko i toplo o jutarnjoj kafi.", withImage: true },
  memes: {
    prompt: "Humor o kafi i kancelariji.",
    withImage: true,
    template: {
      name: "Dva dugmeta",
      usage:
        "A person sweats before two buttons; the top line is one choice, the bottom line the other.",
      humor: "Both choices are tempting and exclude each other.",
    },
  },
  sales: {
    prompt: "Predstavi proizvod prijateljski.",
    withImage: false,
    product: { ...jacket, price: 12_900, priceBefore: null },
  },
  weekly_sale: {
    prompt: "Nedeljno sniženje.",
    withImage: false,
    product: { ...jacket, price: 9900, priceBefore: 12_900 },
  },
};

/**
 * Has the model write ten posts for each type of category, for X and Bluesky together, and says each
 * with its length and tokens. Nothing is stored. Returns how many were not written, or do not fit.
 */
export async function tryTexts(
  { prices, ...server }: TextServer & Pick<TextBudget, "prices">,
  say: (line: string) => void,
  http: Http = createHttp({ proxy: null }),
): Promise<number> {
  const orders: RecordedOrder[] = [];
  const model = createTextModel({
    server,
    http,
    clock: { now: () => new Date() },
    take: async () => true,
    release: async () => {},
    record: async (order) => void orders.push(order),
  });
  const tokens = { in: 0, out: 0 };
  let failed = 0;
  for (const [type, { prompt, ...example }] of Object.entries(examples)) {
    say(`\n${type}: ${prompt}`);
    const recentPosts: string[] = [];
    for (let turn = 0; turn < perType; turn += 1) {
      const order = {
        ...example,
        // The keys of the examples are the types of categories.
        category: { name: prompt, type: type as CategoryType, prompt },
        taskId: "try",
        turn,
        recentPosts: [...recentPosts],
        limits: [textLimits.x_twitter, textLimits.bluesky],
      };
      let length = 0;
      try {
        const written = await model.write(order, AbortSignal.timeout(120_000));
        if (!written.ok) throw new Error(written.error);
        recentPosts.unshift(written.text);
        length = [...written.text].length;
        const long =
          refusalOfLength("x_twitter", written.text) ?? refusalOfLength("bluesky", written.text);
        if (long) failed += 1;
        const { captions, needsReview } = written;
        say(`\n${turn + 1}. ${written.title}\n${written.text}`);
        if (captions) say(`[${captions.top} / ${captions.bottom}]`);
        if (written.imagePrompt) say(`[Image: ${written.imagePrompt}]`);
        if (needsReview) say("[Waits for a person, whatever its category approves by itself.]");
        if (long) say(`[${long.error}]`);
      } catch (error) {
        failed += 1;
        say(`\n${turn + 1}. ${error instanceof Error ? error.message : error}`);
      }
      const last = orders.pop();
      if (!last) continue;
      tokens.in += last.tokens.in;
      tokens.out += last.tokens.out;
      say(
        `(${length} characters, ${last.tokens.in} tokens read, ${last.tokens.out} written, ${last.tries} tries, ${(last.ms / 1000).toFixed(1)} s)`,
      );
    }
  }
  const cost = costOf(tokens, { prices });
  say(
    `\nTogether ${tokens.in} tokens read and ${tokens.out} written${cost === undefined ? "" : `, for $${cost.toFixed(4)}`}. Not written, or too long: ${failed}.`,
  );
  return failed;
}
