/** A fault of a call, instead of its answer. */
export type Fault =
  /** The connection is cut once the request has arrived. */
  | { readonly kind: "cut" }
  /** Nothing is answered until the fault ends. */
  | { readonly kind: "silence" }
  | { readonly kind: "answer"; readonly status: number; readonly body?: unknown };

export const cut: Fault = { kind: "cut" };
export const silence: Fault = { kind: "silence" };

/** Only a status, as a proxy answers when the worker behind it has crashed. */
export const withoutBody = (status: number): Fault => ({ kind: "answer", status });

/** Another answer than the call's own. */
export const answer = (status: number, body: unknown): Fault => ({ kind: "answer", status, body });

/** A refusal in FastAPI's form. */
export const refusal = (status: number, detail: string): Fault => answer(status, { detail });
