/** One issue with one value, in FastAPI's format. */
export type FieldIssue = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
};

/**
 * Thrown by a use case to refuse. The transaction is rolled back; the reply is `{detail}` with
 * the status.
 */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503;
  readonly detail: string | readonly FieldIssue[];
  /** Sent beside the detail. */
  readonly more: object;

  constructor(status: Refusal["status"], detail: Refusal["detail"], more: object = {}) {
    super(typeof detail === "string" ? detail : detail.map((issue) => issue.msg).join(" "));
    this.name = "Refusal";
    this.status = status;
    this.detail = detail;
    this.more = more;
  }
}

/** Returns a 422 about one field of the request. */
export const fieldRefusal = (
  field: string,
  msg: string,
  place: "body" | "path" | "query" = "body",
) => new Refusal(422, [{ loc: [place, field], msg, type: "value_error" }]);
