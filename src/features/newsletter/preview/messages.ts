import { type MailOrder, type MailVariables, type TemplateError, tooMuch } from "../mail";

/** What the console asks of the preview's page. */
export type PreviewRequest = {
  readonly id: number;
  readonly mail: MailOrder;
  /** What it must render with as well; that is not shown. */
  readonly sparse: readonly MailVariables[];
};

/** What a request comes to. */
export type RenderAnswer = {
  /** Null where its template has errors. */
  readonly subject: string | null;
  /** Null where its template has errors. */
  readonly html: string | null;
  readonly errors: readonly TemplateError[];
  /** What is wrong once there is less to fill in. */
  readonly sparseErrors: readonly TemplateError[];
};

/** For a template that had to be stopped. */
export const stopped: RenderAnswer = {
  subject: null,
  html: null,
  errors: tooMuch.errors,
  sparseErrors: [],
};

/** The answer as the console is told it: a mail is shown by then. */
export type Rendering = Omit<RenderAnswer, "html"> & {
  readonly id: number;
  readonly isShown: boolean;
};

export const toRendering = (id: number, { html, ...answer }: RenderAnswer): Rendering => ({
  ...answer,
  id,
  isShown: html !== null,
});

/** What the page says: that it has begun, and what became of each request. */
export type PreviewMessage =
  | { readonly kind: "ready" }
  | ({ readonly kind: "rendered" } & Rendering);
