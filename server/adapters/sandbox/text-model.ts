import { textLength } from "@/entities/account/text-length";
import { isSalesType } from "@/entities/category/contract";
import type { Captions, TextModel, TextOrder, WrittenPost } from "../../ports/text-model.ts";
import {
  closers,
  type Language,
  openers,
  phrases,
  scenes,
  type Theme,
  type Tone,
} from "./phrases.ts";
import { pitchesOf } from "./pitches.ts";
import { hashOf, pick, randomOf } from "./random.ts";

/**
 * Combines phrases by the theme of the category's name and prompt, or sentences about a product. Avoids
 * the texts of recent posts as long as another combination is left.
 */
export function sandboxText(order: TextOrder): WrittenPost {
  const { category, taskId, turn, withImage, recentPosts, product } = order;
  const about = `${category.name} ${category.prompt ?? ""}`;
  const style: Style = { tone: toneOf(category.type), language: languageOf(about) };
  const theme = themeOf(about);
  const random = randomOf(`text:${taskId}:${turn}`);
  const closer = pick(random, closers[style.tone][style.language]);
  const ending = [product?.url, hashtag(category.name)].filter(Boolean).join("\n\n");
  // The offset differs by turn, so that the posts of one task differ.
  const offset = hashOf(taskId) + turn;
  const candidates = product
    ? rotate(pitchesOf(product, style.language), offset)
    : [...rotate(phrasesOf(theme, style), offset), ...rotate(phrasesOf("any", style), offset)];
  const options = { ...style, closer, ending, recentPosts };
  const chosen = choose([...new Set(candidates)], options);
  return {
    title: titleOf(product?.name ?? chosen.phrase),
    text: chosen.text,
    imagePrompt: withImage ? imagePromptOf(order, pick(random, scenes[theme])) : null,
    captions: order.template ? captionsOf(chosen.phrase) : null,
    needsReview: false,
  };
}

export const sandboxTextModel: TextModel = {
  write: async (order) => ({ ok: true, ...sandboxText(order) }),
};

/** Returns a phrase in two halves of at most 60 characters each. */
function captionsOf(phrase: string): Captions {
  const words = titleOf(phrase).split(" ");
  const half = Math.ceil(words.length / 2);
  const line = (part: readonly string[]) => part.join(" ").slice(0, 60).trimEnd();
  return { top: line(words.slice(0, half)), bottom: line(words.slice(half)) };
}

type Style = { readonly tone: Tone; readonly language: Language };

/** With closer and hashtag, a text of this length is within the limit of every platform. */
const maxPhraseLength = 190;

const phrasesOf = (theme: Theme, { tone, language }: Style) =>
  phrases[theme][tone][language].filter((text) => text.length <= maxPhraseLength);

const rotate = <T>(list: readonly T[], by: number): T[] => {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
};

type Variant = { readonly phrase: string; readonly text: string };

type VariantOptions = Style & {
  readonly closer: string;
  /** The end of every text: the product's URL and the hashtag. */
  readonly ending: string;
  readonly recentPosts: readonly string[];
};

/** Returns the first variant that no recent post has; if all were used, the one used longest ago. */
function choose(candidates: readonly string[], options: VariantOptions): Variant {
  // The shortest variant, in case a long name or URL makes all others too long.
  let oldest = { variant: join(candidates[0] ?? "", "", "", options.ending), age: -1 };
  for (const variant of variantsOf(candidates, options)) {
    const index = options.recentPosts.indexOf(variant.text);
    const age = index < 0 ? Number.POSITIVE_INFINITY : index;
    if (age <= oldest.age || !fits(variant.text)) continue;
    oldest = { variant, age };
    if (index < 0) break;
  }
  return oldest.variant;
}

/**
 * Yields first the phrases that no recent post contains, then all phrases with all openers and closers.
 */
function* variantsOf(
  candidates: readonly string[],
  { tone, language, closer, ending, recentPosts }: VariantOptions,
): Generator<Variant> {
  for (const phrase of candidates) {
    const isUnused = !recentPosts.some((post) => post.includes(phrase));
    if (isUnused) yield join(phrase, "", closer, ending);
  }
  for (const before of openers[tone][language]) {
    for (const after of closers[tone][language]) {
      for (const phrase of candidates) yield join(phrase, before, after, ending);
    }
  }
}

function join(phrase: string, before: string, after: string, ending: string): Variant {
  const sentences = [before, phrase, after].filter(Boolean).join(" ");
  return { phrase, text: [sentences, ending].filter(Boolean).join("\n\n") };
}

/** Returns true if the text is within the limits of every platform. */
const fits = (text: string) =>
  textLength(text, "x-weighted") <= 280 &&
  textLength(text, "graphemes") <= 300 &&
  textLength(text, "emoji as bytes") <= 500;

function imagePromptOf({ template, product }: TextOrder, scene: string): string {
  if (template) return `A meme on the template “${template.name}”: ${template.usage}`;
  if (product) return `A photograph of the product “${product.name}” in soft daylight`;
  return scene;
}

const toneOf = (type: TextOrder["category"]["type"]): Tone =>
  isSalesType(type) ? "sales" : type === "memes" ? "memes" : "evergreen";

const themes: readonly (readonly [Theme, RegExp])[] = [
  ["coffee", /kaf|coffee|espres|šolj|čaj|\btea\b/i],
  ["mountain", /planin|mountain|hik|staz|\bvrh|trail|izlet/i],
  ["winter", /zim|winter|jakn|jacket|džemper|wool|vun|moda|fashion|kolekcij/i],
];

export const themeOf = (about: string): Theme =>
  themes.find(([, words]) => words.test(about))?.[0] ?? "any";

/** Returns Serbian, unless the text has English words and no Serbian letters. */
export const languageOf = (about: string): Language =>
  !/[čćšžđ]/i.test(about) && /\b(the|and|with|for|of|our|in|post|short|about|daily)\b/i.test(about)
    ? "en"
    : "sr";

/** Returns the name as a hashtag; undefined if it would have more than 40 characters. */
function hashtag(name: string): string | undefined {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return tag && tag.length <= 40 ? `#${tag}` : undefined;
}

/** Returns the first sentence, at most 100 characters, without the emoji. */
export function titleOf(text: string): string {
  const [first = text] = text.match(/^.*?[.!?:](?=\s|$)/u) ?? [];
  const plain = first.replace(/\p{Extended_Pictographic}\uFE0F?/gu, "").trim();
  return plain.length > 100 ? `${plain.slice(0, 99).trimEnd()}…` : plain.replace(/[.:]$/, "");
}
