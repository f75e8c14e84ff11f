import { z } from "@/shared/config/zod";
import type { Endpoint } from "../endpoint";
import { idSchema } from "../id";
import { messageSchema } from "../reply/message";

idSchema.register(z.globalRegistry, { id: "Id", description: "Opaque: hand it back as it came." });

messageSchema.register(z.globalRegistry, { id: "Message" });

/**
 * The statuses that a call may be refused with, each with a sentence on when that happens. Refusals
 * that follow from the call's shape are left out: the token, the id in the path, the checked
 * values.
 */
export type Refusals = { readonly [Status in 400 | 403 | 404 | 409 | 429 | 503]?: string };

/** The texts of a call in the OpenAPI document, and sample values for tests. */
type Docs<E extends Endpoint> = {
  /** One sentence on what the call does. */
  readonly summary: string;
  /** Further details, in CommonMark. */
  readonly description?: string;
  readonly refusals?: Refusals;
  /** Values that satisfy the schemas: for docs, contract tests and fuzzing. */
  readonly sample: Sample<E>;
};

type Sample<E extends Endpoint> = Optional<"query", E["query"]> &
  Optional<"body", E["body"]> &
  Optional<"reply", E["reply"]>;
type Optional<Name extends string, Schema> = Schema extends z.ZodMiniType
  ? { readonly [Key in Name]: z.input<Schema> }
  : unknown;

/** A call as the server serves it. The browser has no use for the docs and does not load them. */
export type Documented<E extends Endpoint = Endpoint> = E & Docs<E>;

/** Adds each call's docs to the calls of a contract. */
export const documented = <const Api extends { readonly [name: string]: Endpoint }>(
  api: Api,
  docs: { readonly [Name in keyof Api]: Docs<Api[Name]> },
) =>
  Object.fromEntries(
    Object.entries(api).map(([name, endpoint]) => [name, { ...endpoint, ...docs[name] }]),
  ) as { readonly [Name in keyof Api]: Documented<Api[Name]> };
