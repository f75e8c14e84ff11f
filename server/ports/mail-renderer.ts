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

/**
 * Makes a mail of Jinja-style templates, the body's being MJML. A template is at most a mistake:
 * whatever it says it reads no file, asks no network, and ends in time. Throws only where the
 * renderer itself does not work.
 */
export type MailRenderer = {
  readonly render: (mail: {
    readonly subject: string;
    readonly mjml: string;
    readonly variables: MailVariables;
  }) => Promise<RenderedMail>;
};
