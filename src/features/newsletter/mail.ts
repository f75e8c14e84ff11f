import { sampleProducts, sampleSubscriberName } from "./starter-template";

/** A product as the templates see it. All fields are text, empty if there is no value. */
export type MailProduct = {
  readonly name: string;
  /** In RSD, in Serbian notation and without the currency: `1.990` or `1.990,50`. */
  readonly price: string;
  /** The price before the sale, in the same notation. */
  readonly old_price: string;
  /** Absolute. */
  readonly image_url: string;
  /** Absolute. */
  readonly url: string;
};

/** The variables that a newsletter's templates may use; any other name is an error. */
export type MailVariables = {
  readonly subscriber_name: string;
  readonly products: readonly MailProduct[];
  readonly unsubscribe_url: string;
};

/** A mail to render from its templates. */
export type MailOrder = {
  readonly subject: string;
  readonly mjml: string;
  readonly variables: MailVariables;
};

export type TemplateError = {
  readonly part: "subject" | "body";
  /** The line in the original template, from 1; null if the error belongs to no line. */
  readonly line: number | null;
  readonly message: string;
};

export type RenderedMail =
  | {
      readonly ok: true;
      /** One line of plain text. */
      readonly subject: string;
      /** A whole page without scripts and without links to anything that runs code. */
      readonly html: string;
      /** Of the page, in bytes. */
      readonly size: number;
      /**
       * What the template holds and the page does not: code, what may be code, and what stands where
       * MJML leaves it out.
       */
      readonly removed: readonly TemplateError[];
    }
  | { readonly ok: false; readonly errors: readonly [TemplateError, ...TemplateError[]] };

/** The result for a template that had to be stopped. */
export const tooMuch: Extract<RenderedMail, { ok: false }> = {
  ok: false,
  errors: [{ part: "body", line: null, message: "The template needs too much time or memory." }],
};

/**
 * In bytes: Gmail shows this much of a mail's page, and then a link to the rest. It does not say the
 * number itself; senders have measured it.
 */
const mostForGmail = 102_400;

/** The most products of a newsletter. A group without a shop has none on sale. */
export const mostProducts = { onSale: 12, others: 6 };

/** A product with a long name and long addresses, as shops have them. */
const longProduct: MailProduct = {
  name: "Ženska zimska jakna „Kopaonik“ sa kapuljačom i odvojivom postavom, tamnozelena, veličina XL",
  price: "112.990,50",
  old_price: "124.990,50",
  image_url:
    "https://cdn.shopify.com/s/files/1/0683/4291/7564/files/zenska-zimska-jakna-kopaonik-sa-kapuljacom-i-odvojivom-postavom-tamnozelena-1.jpg?v=1763978400&width=1200",
  url: "https://zimska-kolekcija.example.com/products/zenska-zimska-jakna-kopaonik-sa-kapuljacom-i-odvojivom-postavom-tamnozelena?variant=48213377614140",
};

/** The variables of the largest mail of a newsletter with these numbers of products. */
export const fullVariables = (variables: MailVariables, count: number): MailVariables => ({
  ...variables,
  products: Array.from({ length: count }, () => longProduct),
});

type Sizes = {
  /** Bytes of the mail with the sample data. */
  readonly size: number | null;
  /** Bytes of the mail with as many products as a newsletter may have. */
  readonly fullSize: number | null;
  readonly products: number;
};

/** Says that Gmail will cut a mail off; undefined if it will not. */
export function sizeWarning({ size, fullSize, products }: Sizes): string | undefined {
  const cut = (mail: string, bytes: number) =>
    `${mail} is ${Math.ceil(bytes / 1000)} kB. Gmail clips mail over 102 kB, which hides the unsubscribe link.`;
  if (size !== null && size > mostForGmail) return cut("The mail", size);
  if (fullSize !== null && fullSize > mostForGmail) {
    return cut(`With ${products} products, the mail`, fullSize);
  }
  return undefined;
}

/** `MJML template, line 4` */
export const placeOf = ({ part, line }: TemplateError) =>
  `${part === "subject" ? "Subject" : "MJML"} template${line === null ? "" : `, line ${line}`}`;

/** `Line 4: Unknown variable "produts".` */
export const sayMistake = ({ line, message }: TemplateError) =>
  line === null ? message : `Line ${line}: ${message}`;

/**
 * Returns an absolute address, because a mail is read elsewhere; empty if it does not lead to the
 * web. Encodes the characters that would end a CSS string, because templates put image addresses
 * into CSS too.
 */
function webAddress(publicOrigin: string, address: string): string {
  if (address === "" || !URL.canParse(address, publicOrigin)) return "";
  const { protocol, href } = new URL(address, publicOrigin);
  return /^https?:$/.test(protocol)
    ? href.replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    : "";
}

/** Returns the product with absolute addresses, as a mail needs them. */
export const toMailProduct = (publicOrigin: string, product: MailProduct): MailProduct => ({
  ...product,
  image_url: webAddress(publicOrigin, product.image_url),
  url: webAddress(publicOrigin, product.url),
});

/** The variables of a test email, and the initial ones of a preview. */
export const sampleVariables = (publicOrigin: string, unsubscribe_url: string): MailVariables => ({
  subscriber_name: sampleSubscriberName,
  products: sampleProducts.map((product) => toMailProduct(publicOrigin, product)),
  unsubscribe_url,
});

/** A newsletter must also render with these: no name or products, and one product's name alone. */
export const sparseVariables = (full: MailVariables): readonly [MailVariables, MailVariables] => {
  const name = full.products[0]?.name || sampleProducts[0].name;
  const bare = { name, price: "", old_price: "", image_url: "", url: "" };
  return [
    { ...full, subscriber_name: "", products: [] },
    { ...full, subscriber_name: "", products: [bare] },
  ];
};
