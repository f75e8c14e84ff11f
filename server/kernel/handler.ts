import type * as z from "zod/mini";
import type { Documented } from "@/shared/api/docs/documented";
import type { Endpoint, FileRule, WireOf } from "@/shared/api/endpoint";
import type { ParamName } from "@/shared/api/path";
import type { ReceivedFile } from "../ports/media-store.ts";
import type { Context, User } from "./context.ts";
import type { Parts } from "./parts.ts";
import type { RequestRun } from "./runs.ts";

/** The endpoints of the API, by slice and name. */
export type Api = { readonly [slice: string]: { readonly [name: string]: Documented } };

/** One request, parsed by the endpoint's schemas. */
export type RequestTo<E extends Endpoint> = {
  /** Decoded path parameters; those named `id` or `…Id` are whole numbers in decimal. */
  readonly params: { readonly [Name in ParamName<E["path"]>]: string };
  readonly query: Read<E["query"]>;
  readonly body: Read<E["body"]>;
  /** Deleted when the request ends, unless it was moved. */
  readonly file: E["file"] extends FileRule ? ReceivedFile : ReceivedFile | undefined;
  readonly user: User;
  /** Unique for each command; a repeat with the same idempotency key has the same value. */
  readonly command: string;
};

type Read<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

/**
 * Handles one endpoint. A plain function reads without a transaction for a GET, which may return a
 * list in parts; for every other method it runs in one transaction that a thrown Refusal rolls back.
 * A call to the outside world must not hold a transaction open, so it is written as `outside` and
 * opens its own. After a crash it may run again for the same command; it finds its earlier effect by
 * `request.command`.
 */
export type Handler<E extends Endpoint> = PlainHandler<E> | OutsideHandler<E>;

export type PlainHandler<E extends Endpoint> = (
  request: RequestTo<E>,
  context: Context,
) => Promise<WireOf<E> | PartsOf<WireOf<E>>>;

export type OutsideHandler<E extends Endpoint> = {
  readonly outside: (request: RequestTo<E>, run: RequestRun) => Promise<WireOf<E>>;
};

type PartsOf<Wire> = Wire extends readonly (infer Item)[] ? Parts<Item> : never;

/** Exactly one handler for each endpoint. */
export type Handlers<A extends Api> = { readonly [Slice in keyof A]: SliceHandlers<A[Slice]> };

/** The same for the endpoints of one slice. */
type SliceHandlers<S extends Api[string]> = { readonly [Name in keyof S]: Handler<S[Name]> };

/** The name and description (CommonMark) of a slice in the OpenAPI document. */
export type Tag = { readonly name: string; readonly description?: string };

/** Joins the endpoints of a slice with their handlers: a missing or wrong one does not compile. */
export const slice = <Endpoints extends Api[string]>(
  tag: Tag,
  endpoints: Endpoints,
  handlers: SliceHandlers<NoInfer<Endpoints>>,
) => ({ tag, endpoints, handlers });
