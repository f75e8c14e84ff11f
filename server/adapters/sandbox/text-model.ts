import { isSalesType } from "@/entities/category/schema";
import type { TextModel, TextOrder, WrittenPost } from "../../ports/text-model.ts";
import { closers, type Language, phrases, scenes, type Theme, type Tone } from "./phrases.ts";
import { hashOf, pick, randomOf } from "./random.ts";

/** Picks and joins phrases by what the category's name and prompt are about. */
export function sandboxText({ category, taskId, turn, picture }: TextOrder): WrittenPost {
  const about = `${category.name} ${category.prompt ?? ""}`;
  const language = languageOf(about);
  const theme = themeOf(about);
  const tone = toneOf(category.type);
  const random = randomOf(`text:${taskId}:${turn}`);
  // Counted on from the task, so that the posts of one order differ.
  const fitting = phrases[theme][tone][language].filter((text) => text.length <= longest);
  const phrase = fitting[(hashOf(taskId) + turn) % fitting.length] ?? "";
  const sentences = [phrase, pick(random, closers[tone][language])].filter(Boolean).join(" ");
  const tag = hashtag(category.name);
  return {
    title: titleOf(phrase),
    text: tag ? `${sentences}\n\n${tag}` : sentences,
    imagePrompt: picture ? pick(random, scenes[theme]) : null,
  };
}

export const sandboxTextModel: TextModel = { write: async (order) => sandboxText(order) };

/** With closer and hashtag a text stays within what every platform takes. */
const longest = 190;

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
