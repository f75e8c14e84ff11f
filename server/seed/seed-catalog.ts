import { sandboxImageUrl } from "../adapters/sandbox/images.ts";
import { memeTemplates, products } from "../db/schema.ts";
import type { Context } from "../kernel/context.ts";
import { day } from "../kernel/times.ts";

type NewTemplate = typeof memeTemplates.$inferInsert;
type NewProduct = typeof products.$inferInsert;

/** Four templates, one of them inactive. */
const seedMemeTemplates: readonly Omit<NewTemplate, "template_image_url">[] = [
  {
    name: "Dva dugmeta",
    usage_explanation: "Dva crvena dugmeta sa po jednom željom, ispod njih neko ko se znoji.",
    humor_explanation: "Obe želje su dobre, a isključuju jedna drugu.",
  },
  {
    name: "Očekivanje i stvarnost",
    usage_explanation: "Levo stoji kako smo zamislili, desno kako je ispalo.",
    humor_explanation: "Što je leva strana svečanija, to je desna smešnija.",
  },
  {
    name: "Mudri deda na klupi",
    usage_explanation: "Jedna rečenica iznad slike, kao stara narodna poslovica.",
    humor_explanation: "Sasvim obična svakodnevica izgovorena kao životna mudrost.",
  },
  {
    name: "Zaboravljena kafa",
    usage_explanation: "Tri slike: skuvana kafa, obaveza koja iskrsne, hladna kafa uveče.",
    humor_explanation: "Svako se prepozna u šoljici koja se podgreva treći put.",
    is_active: false,
  },
];

/** Six products, two of them without a link and one inactive. */
const seedProducts: readonly Omit<NewProduct, "product_image_url">[] = [
  {
    name: "Vuneni šal „Kopaonik“",
    description:
      "Ručno pleten šal od merino vune, dug 180 cm, u tri boje. Greje i kad košava duva treći dan, a ne bode oko vrata.",
    call_to_action_url: "https://zimska-kolekcija.example.com/proizvodi/sal-kopaonik",
  },
  {
    name: "Zimska jakna „Tara“",
    description:
      "Lagana jakna punjena guščijim perjem, sa kapuljačom koja se skida. Vodootporna do 10.000 mm, stane u sopstveni džep.",
    call_to_action_url: "https://zimska-kolekcija.example.com/proizvodi/jakna-tara",
  },
  {
    name: "Džemper „Zlatibor“",
    description:
      "Debeli džemper od domaće vune sa tradicionalnom šarom oko okovratnika. Svaki komad je pletila druga ruka.",
    call_to_action_url: "https://zimska-kolekcija.example.com/proizvodi/dzemper-zlatibor",
  },
  {
    name: "Kafa u zrnu „Jutro na Dunavu“",
    description:
      "Mešavina iz Etiopije i Brazila, srednje pečena u malim serijama. Note kakaa, lešnika i suve šljive.",
    call_to_action_url: "https://kafeterija-soljica.example.com/kafa/jutro-na-dunavu",
  },
  {
    name: "Emajlirana šolja „Vršačka kula“",
    description:
      "Planinarska šolja od 350 ml sa crtežom kule. Podnosi otvoreni plamen, ranac i trideset godina upotrebe.",
  },
  {
    name: "Čarape za planinarenje „Staza“",
    description:
      "Čarape od merino vune sa ojačanom petom i prstima, bez šavova. Za celodnevne ture bez žuljeva.",
    is_active: false,
  },
];

export async function addCatalog({ db }: Context, now: Date) {
  const created_at = new Date(now.getTime() - 40 * day);
  await db.insert(memeTemplates).values(
    seedMemeTemplates.map((template) => ({
      ...template,
      template_image_url: sandboxImageUrl(`meme:${template.name}`),
      created_at,
    })),
  );
  await db.insert(products).values(
    seedProducts.map((product) => ({
      ...product,
      product_image_url: sandboxImageUrl(`product:${product.name}`),
      created_at,
    })),
  );
}
