import { sandboxImageUrl } from "./images.ts";
import { hashOf, randomOf } from "./random.ts";

/** A product of a new sandbox shop. Prices are in whole RSD. */
export type SandboxProduct = {
  readonly product_id: string;
  readonly title: string;
  readonly price: number;
  readonly compare_at_price: number | null;
  readonly image_url: string;
  readonly tags: string[];
  readonly sales_channels: string[];
  readonly collections: string[];
  readonly units_sold: number;
};

/** A kind of product with its lowest and highest price. */
type Kind = { readonly name: string; readonly from: number; readonly to: number };

const shirt: Kind = { name: "Majica", from: 1990, to: 2790 };
const hoodie: Kind = { name: "Duks", from: 4290, to: 6490 };

/** The products besides the prints: 44, with different motifs within each kind. */
const assortment: readonly (readonly [Kind, count: number])[] = [
  [shirt, 9],
  [hoodie, 8],
  [{ name: "Šolja", from: 1290, to: 1690 }, 7],
  [{ name: "Poster", from: 1390, to: 2190 }, 7],
  [{ name: "Platnena torba", from: 1490, to: 2290 }, 7],
  [{ name: "Kačket", from: 1690, to: 2490 }, 6],
];

const motifs = [
  "Vršačka kula",
  "Dunavska zora",
  "Košava",
  "Ćirilica",
  "Zvezde nad Tarom",
  "Divlji ruzmarin",
  "Noćni voz za Bar",
  "Gibanica",
  "Šumska staza",
  "Đerdap",
  "Prvi sneg",
  "Ptica lastavica",
  "Stari most",
  "Zlatiborski vetar",
  "Petrovaradin",
  "Čaj i ćebe",
  "Kalemegdan",
  "Rudnik jutra",
] as const;

const printPairs = 8;
const rotating = 20;
const rotatingUnchanged = 12;
/** The numbers of rotating products and of pairs that are on sale in a new shop. */
const onSale = { rotating: 4, pairs: 1 };

/**
 * Returns the 60 products of a new shop, which depend only on its name. Twenty are tagged `rotator`
 * and twelve `rotator-no-change`. Eight prints each come as a T-shirt and a hoodie, both tagged
 * `print` and `print:{slug}`. The others have no tag. Six are on sale already, and in the
 * collection of that name. All are sold online, and a third at the point of sale too.
 */
export function sandboxCatalogue(store: string): SandboxProduct[] {
  const random = randomOf(`catalogue:${store}`);
  const shuffled = shuffle(motifs, random);
  const firstId = 7_000_000_000_000 + hashOf(`catalogue:${store}`) * 100;
  const make = (kind: Kind, motif: string, tags: string[], sale: boolean, image: string) => {
    const price = kind.from + 100 * Math.floor(((kind.to - kind.from) / 100 + 1) * random());
    return {
      title: `${kind.name} „${motif}“`,
      price: sale ? Math.round(price * 0.8) : price,
      compare_at_price: sale ? price : null,
      image_url: sandboxImageUrl(`shop:${store}:${image}`),
      tags: sale ? [...tags, "sale"] : tags,
      collections: sale ? ["sale"] : [],
      units_sold: Math.floor(480 * random() ** 2),
    };
  };

  const prints = shuffled.slice(0, printPairs).flatMap((motif, n) => {
    const tags = ["print", `print:${slugOf(motif)}`];
    return [shirt, hoodie].map((kind) => make(kind, motif, tags, n < onSale.pairs, motif));
  });
  const others = assortment.flatMap(([kind, count]) =>
    shuffled.slice(printPairs, printPairs + count).map((motif) => ({ kind, motif })),
  );
  const tagged = shuffle(others, random).map(({ kind, motif }, n) =>
    make(kind, motif, tagsAt(n), n < onSale.rotating, `${kind.name}:${motif}`),
  );
  return shuffle([...prints, ...tagged], random).map((product, n) => ({
    product_id: String(firstId + n),
    sales_channels: n % 3 === 0 ? ["Online Store", "Point of Sale"] : ["Online Store"],
    ...product,
  }));
}

function tagsAt(place: number): string[] {
  if (place < rotating) return ["rotator"];
  return place < rotating + rotatingUnchanged ? ["rotator-no-change"] : [];
}

/** Returns `Čaj i ćebe` as `caj i cebe`. */
export const plainLetters = (text: string) =>
  text.toLowerCase().replaceAll("đ", "dj").normalize("NFD").replace(/\p{M}/gu, "");

const slugOf = (motif: string) => plainLetters(motif).replace(/[^a-z0-9]+/g, "-");

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
