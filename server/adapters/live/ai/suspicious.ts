import type { TextOrder } from "../../../ports/text-model.ts";

/** The words with which models decline an order, within an answer of the right form. */
const refusals =
  /\bas an ai\b|\bi['’]?m (?:sorry|unable|not able)\b|\bi (?:can['’]?t|cannot) (?:help|assist|write|create|generate|provide|comply|fulfill?)\b|(?:^|\P{L})ne mogu da (?:pomognem|napišem|kreiram|generišem|ispunim)|(?:^|\P{L})kao (?:ai(?!\p{L})|(?:veštačka|vještačka) inteligencija|jezički model)/iu;

/** Gaps that a writer leaves to be filled in (`[link]`, `{{ name }}`), and markup. */
const gaps = /\[[^\]\n]{1,60}\]|\{\{|```|<\/?[a-z][^>\n]{0,60}>/iu;

const number = "(\\d[\\d.,]*(?:[ \\u00a0]\\d{3}(?!\\d))*)";
/** Amounts of money, and per cent that are taken off; 100 % of cotton is neither. */
const amounts = [
  `${number}[ \\u00a0]?(?:rsd|din(?:\\.|ara?)?(?!\\p{L})|€|eur(?!\\p{L})|evra)`,
  `(?:rsd|€|eur) ?${number}`,
  `(?:[-−–]|(?:popust|snižen|jeftini|uštedi)\\p{L}*(?: (?:od|za|do))?) ?${number}[ \\u00a0]?%`,
  `${number}[ \\u00a0]?% (?:popust|snižen|jeftini|off|discount)`,
].map((pattern) => new RegExp(pattern, "giu"));

/**
 * Returns whether a text must be read before it is published: it declines, has gaps to fill in, or
 * names a price or a discount that the order does not give.
 */
export const isSuspicious = (text: string, order: TextOrder): boolean =>
  refusals.test(text) || gaps.test(text) || hasOtherAmount(text, order);

function hasOtherAmount(text: string, { product, category }: TextOrder): boolean {
  const { price, priceBefore } = product ?? {};
  const known = new Set<number>();
  if (price) known.add(price);
  if (priceBefore) known.add(priceBefore);
  if (price && priceBefore) {
    known.add(priceBefore - price);
    known.add(Math.round((1 - price / priceBefore) * 100));
  }
  // The operator's own words, and those of the shop, may name some.
  const words = [category.prompt, product?.name, product?.description].join(" ");
  for (const [one] of words.matchAll(/\d[\d.,]*/g)) {
    for (const reading of readings(one)) known.add(reading);
  }
  return amounts.some((pattern) =>
    [...text.matchAll(pattern)].some(
      ([, amount = ""]) => !readings(amount).some((one) => known.has(one)),
    ),
  );
}

/** Returns what a number may mean: 4.290 is 4290 in Serbian, and 4.29 in English. */
function readings(amount: string): readonly number[] {
  const plain = amount.replace(/\s/g, "").replace(/[.,]$/, "");
  return [plain.replaceAll(".", "").replace(",", "."), plain.replaceAll(",", "")].map(Number);
}
