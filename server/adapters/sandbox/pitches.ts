import type { Product } from "../../ports/text-model.ts";
import type { Language } from "./phrases.ts";

type Pitches = readonly [string, ...string[]];

/**
 * Returns sentences about a product: its name with its price, or with its description if it has
 * no price.
 */
export function pitchesOf(product: Product, language: Language): Pitches {
  const { name, price, priceBefore } = product;
  if (price === null) return describing(name, firstSentence(product.description ?? ""), language);
  const now = inRsd(price, language);
  if (priceBefore === null) return pricing(name, now, language);
  const saved = inRsd(priceBefore - price, language);
  return reducing(name, now, inRsd(priceBefore, language), saved, language);
}

/** Returns `14.990 RSD`, in English `14,990 RSD`. */
export const inRsd = (price: number, language: Language) =>
  `${formats[language].format(price)} RSD`;

const formats = {
  sr: new Intl.NumberFormat("sr-Latn", { maximumFractionDigits: 2 }),
  en: new Intl.NumberFormat("en", { maximumFractionDigits: 2 }),
} satisfies Record<Language, Intl.NumberFormat>;

const reducing = (
  name: string,
  now: string,
  before: string,
  saved: string,
  language: Language,
): Pitches =>
  language === "sr"
    ? [
        `${name}: sa ${before} na ${now}.`,
        `Na popustu: ${name}, ${now} umesto ${before}.`,
        `${name} je sada ${now}, ranije ${before}.`,
        `Ušteda od ${saved}: ${name} sada košta ${now}.`,
      ]
    : [
        `${name}: from ${before} to ${now}.`,
        `On sale: ${name}, ${now} instead of ${before}.`,
        `${name} is ${now} now, it was ${before}.`,
        `Save ${saved}: ${name} is ${now} now.`,
      ];

const pricing = (name: string, now: string, language: Language): Pitches =>
  language === "sr"
    ? [
        `${name}: ${now}.`,
        `Među najprodavanijima: ${name}, ${now}.`,
        `${name} vas čeka u radnji, po ceni od ${now}.`,
        `Za sebe ili za poklon: ${name}, ${now}.`,
      ]
    : [
        `${name}: ${now}.`,
        `Among our best sellers: ${name}, ${now}.`,
        `${name} waits for you in the shop, at ${now}.`,
        `For yourself or as a gift: ${name}, ${now}.`,
      ];

function describing(name: string, description: string, language: Language): Pitches {
  const rest = description && ` ${description}`;
  return language === "sr"
    ? [
        `${name}.${rest}`,
        `Iz naše ponude: ${name}.${rest}`,
        `Upoznajte: ${name}.${rest}`,
        `Za sebe ili za poklon: ${name}.${rest}`,
      ]
    : [
        `${name}.${rest}`,
        `From our shop: ${name}.${rest}`,
        `Meet ${name}.${rest}`,
        `For yourself or as a gift: ${name}.${rest}`,
      ];
}

/** Returns the first sentence, at most 110 characters. */
function firstSentence(text: string): string {
  const [first = text] = text.trim().match(/^.*?[.!?](?=\s|$)/su) ?? [];
  return first.length > 110 ? `${first.slice(0, 109).trimEnd()}…` : first;
}
