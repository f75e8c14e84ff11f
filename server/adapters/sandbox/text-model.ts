import { textLength } from "@/entities/account/text-length";
import { isSalesType } from "@/entities/category/schema";
import type { TextModel, TextOrder, WrittenPost } from "../../ports/text-model.ts";
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
 * Picks and joins phrases by what the category's name and prompt are about, or says of a product
 * what is known of it. Not what the last posts said, as long as there is another way to say it.
 */
export function sandboxText(order: TextOrder): WrittenPost {
  const { category, taskId, turn, picture, recentPosts, product } = order;
  const about = `${category.name} ${category.prompt ?? ""}`;
  const manner: Manner = { tone: toneOf(category.type), language: languageOf(about) };
  const theme = themeOf(about);
  const random = randomOf(`text:${taskId}:${turn}`);
  const closer = pick(random, closers[manner.tone][manner.language]);
  const ending = [product?.url, hashtag(category.name)].filter(Boolean).join("\n\n");
  // Counted on from the task, so that the posts of one order differ.
  const from = hashOf(taskId) + turn;
  const said = product
    ? rotate(pitchesOf(product, manner.language), from)
    : [...rotate(phrasesOf(theme, manner), from), ...rotate(phrasesOf("any", manner), from)];
  const wording = { ...manner, closer, ending, recentPosts };
  const chosen = choose([...new Set(said)], wording);
  return {
    title: titleOf(product?.name ?? chosen.phrase),
    text: chosen.text,
    imagePrompt: picture ? imagePromptOf(order, pick(random, scenes[theme])) : null,
  };
}

export const sandboxTextModel: TextModel = { write: async (order) => sandboxText(order) };

type Manner = { readonly tone: Tone; readonly language: Language };

/** With closer and hashtag a text stays within what every platform takes. */
const longest = 190;

const phrasesOf = (theme: Theme, { tone, language }: Manner) =>
  phrases[theme][tone][language].filter((text) => text.length <= longest);

const rotate = <T>(list: readonly T[], by: number): T[] => {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
};

type Said = { readonly phrase: string; readonly text: string };

type Wording = Manner & {
  readonly closer: string;
  /** What every text ends with. */
  readonly ending: string;
  readonly recentPosts: readonly string[];
};

/** The first way that was not said of late, and where all were, the one that was said longest ago. */
function choose(said: readonly string[], wording: Wording): Said {
  // With a name or an address that is too long for some platform nothing more is said.
  let oldest = { way: join(said[0] ?? "", "", "", wording.ending), age: -1 };
  for (const way of waysToSay(said, wording)) {
    const place = wording.recentPosts.indexOf(way.text);
    const age = place < 0 ? Number.POSITIVE_INFINITY : place;
    if (age <= oldest.age || !fits(way.text)) continue;
    oldest = { way, age };
    if (place < 0) break;
  }
  return oldest.way;
}

/** What nobody has heard comes first, as it is; then everything with other words around it. */
function* waysToSay(
  said: readonly string[],
  { tone, language, closer, ending, recentPosts }: Wording,
): Generator<Said> {
  for (const phrase of said) {
    const isFresh = !recentPosts.some((post) => post.includes(phrase));
    if (isFresh) yield join(phrase, "", closer, ending);
  }
  for (const before of openers[tone][language]) {
    for (const after of closers[tone][language]) {
      for (const phrase of said) yield join(phrase, before, after, ending);
    }
  }
}

function join(phrase: string, before: string, after: string, ending: string): Said {
  const sentences = [before, phrase, after].filter(Boolean).join(" ");
  return { phrase, text: [sentences, ending].filter(Boolean).join("\n\n") };
}

/** Whether every platform takes it, but those that want more than text. */
const fits = (text: string) =>
  textLength(text, "x-weighted") <= 280 &&
  textLength(text, "graphemes") <= 300 &&
  textLength(text, "UTF-8 bytes") <= 500;

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

/** Serbian, unless the words of the prompt are English ones. */
export const languageOf = (about: string): Language =>
  !/[čćšžđ]/i.test(about) && /\b(the|and|with|for|of|our|in|post|short|about|daily)\b/i.test(about)
    ? "en"
    : "sr";

/** The name as one word; undefined where that would be too long to read. */
function hashtag(name: string): string | undefined {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return tag && tag.length <= 40 ? `#${tag}` : undefined;
}

/** The first sentence, at most 100 characters, without the emoji. */
export function titleOf(text: string): string {
  const [first = text] = text.match(/^.*?[.!?:](?=\s|$)/u) ?? [];
  const plain = first.replace(/\p{Extended_Pictographic}\uFE0F?/gu, "").trim();
  return plain.length > 100 ? `${plain.slice(0, 99).trimEnd()}…` : plain.replace(/[.:]$/, "");
}
