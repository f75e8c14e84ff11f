import { sampleProducts, sampleSubscriberName } from "./starter-template";

/** A product as the templates see it. All fields are text, empty where there is none. */
export type MailProduct = {
  readonly name: string;
  /** In RSD, written as in Serbian and without the currency: `1.990` or `1.990,50`. */
  readonly price: string;
  /** The price before the sale, written alike. */
  readonly old_price: string;
  /** Absolute. */
  readonly image_url: string;
  /** Absolute. */
  readonly url: string;
};

/** What the templates of a newsletter may name; anything else in them is an error. */
export type MailVariables = {
  readonly subscriber_name: string;
  readonly products: readonly MailProduct[];
  readonly unsubscribe_url: string;
};

/** A mail to be made of its templates. */
export type MailOrder = {
  readonly subject: string;
  readonly mjml: string;
  readonly variables: MailVariables;
};

export type TemplateError = {
  readonly part: "subject" | "body";
  /** Of the template as it was given, from 1; null where it is of no line. */
  readonly line: number | null;
  readonly message: string;
};

export type RenderedMail =
  | {
      readonly ok: true;
      /** One line of plain text. */
      readonly subject: string;
      /** A whole page, without scripts and with links to the web and to mail addresses alone. */
      readonly html: string;
    }
  | { readonly ok: false; readonly errors: readonly [TemplateError, ...TemplateError[]] };

/** For a template that had to be stopped. */
export const tooMuch: Extract<RenderedMail, { ok: false }> = {
  ok: false,
  errors: [{ part: "body", line: null, message: "The template needs too much time or memory." }],
};

/** `MJML template, line 4` */
export const placeOf = ({ part, line }: TemplateError) =>
  `${part === "subject" ? "Subject" : "MJML"} template${line === null ? "" : `, line ${line}`}`;

/** `Line 4: Unknown variable "produts".` */
export const sayMistake = ({ line, message }: TemplateError) =>
  line === null ? message : `Line ${line}: ${message}`;

/**
 * Absolute, for a mail is read elsewhere; empty for what does not lead to the web. Without what
 * would end a text of CSS, where templates put pictures too.
 */
function webAddress(publicOrigin: string, address: string): string {
  if (address === "" || !URL.canParse(address, publicOrigin)) return "";
  const { protocol, href } = new URL(address, publicOrigin);
  return /^https?:$/.test(protocol)
    ? href.replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    : "";
}

/** The product with addresses as a mail needs them. */
export const toMailProduct = (publicOrigin: string, product: MailProduct): MailProduct => ({
  ...product,
  image_url: webAddress(publicOrigin, product.image_url),
  url: webAddress(publicOrigin, product.url),
});

/** What a test email is filled with, and a preview to begin with. */
export const sampleVariables = (publicOrigin: string, unsubscribe_url: string): MailVariables => ({
  subscriber_name: sampleSubscriberName,
  products: sampleProducts.map((product) => toMailProduct(publicOrigin, product)),
  unsubscribe_url,
});

/** What a newsletter must render with as well: with nothing, and with a product's name alone. */
export const sparseVariables = (full: MailVariables): readonly [MailVariables, MailVariables] => {
  const name = full.products[0]?.name || sampleProducts[0].name;
  const bare = { name, price: "", old_price: "", image_url: "", url: "" };
  return [
    { ...full, subscriber_name: "", products: [] },
    { ...full, subscriber_name: "", products: [bare] },
  ];
};
