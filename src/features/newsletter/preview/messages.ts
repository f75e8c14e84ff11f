import { type MailOrder, type MailVariables, type TemplateError, tooMuch } from "../mail";

/** A request from the console to the preview's page. */
export type PreviewRequest = {
  readonly id: number;
  readonly mail: MailOrder;
  /** Variables that the mail must render with too; these renderings are not shown. */
  readonly sparse: readonly MailVariables[];
  /** Variables of the largest mail, which is measured and not shown. */
  readonly full: MailVariables;
};

/** The result of a request. */
export type RenderAnswer = {
  /** Null if its template has errors. */
  readonly subject: string | null;
  /** Null if its template has errors. */
  readonly html: string | null;
  readonly errors: readonly TemplateError[];
  /** Bytes of the mail that is shown; null if its template has errors. */
  readonly size: number | null;
  /** Bytes of the mail with the `full` variables; null if it does not render. */
  readonly fullSize: number | null;
  /** What is left out of the mail that is shown. */
  readonly removed: readonly TemplateError[];
  /** The errors with the `sparse` variables. */
  readonly sparseErrors: readonly TemplateError[];
};

/** The answer for a template that had to be stopped. */
export const stopped: RenderAnswer = {
  subject: null,
  html: null,
  errors: tooMuch.errors,
  size: null,
  fullSize: null,
  removed: [],
  sparseErrors: [],
};

/** The answer as posted to the console: without the HTML, which the page shows by then. */
export type Rendering = Omit<RenderAnswer, "html"> & {
  readonly id: number;
  readonly isShown: boolean;
};

export const toRendering = (id: number, { html, ...answer }: RenderAnswer): Rendering => ({
  ...answer,
  id,
  isShown: html !== null,
});

/** A message from the page: its script runs, it takes requests, or it has finished one. */
export type PreviewMessage =
  | { readonly kind: "started" }
  | { readonly kind: "ready" }
  | ({ readonly kind: "rendered" } & Rendering);
