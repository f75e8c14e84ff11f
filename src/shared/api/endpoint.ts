import type { z } from "@/shared/config/zod";
import type { Id } from "./id";
import type { ParamName } from "./path";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One call of the API as data: the client sends it, the server serves it, tests and docs read it.
 * Its texts for the OpenAPI document and its samples are in the slice's `contract-docs.ts`.
 */
export type Endpoint<
  Path extends string = string,
  Query extends z.ZodMiniObject | undefined = z.ZodMiniObject | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  IsReplyOptional extends boolean = boolean,
  File extends FileRule | undefined = FileRule | undefined,
> = {
  readonly method: Method;
  /** Relative to `{api-host}/api/v1/`, or to the host when it begins with a slash. */
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** Undefined unless the request's body is a file, as it is. */
  readonly file: File;
  /** Undefined if the response has no body (204). */
  readonly reply: Reply;
  /**
   * True if other servers may answer something else, or nothing. Any 2xx then means done, and the
   * reply is undefined unless the answer has all of its fields.
   */
  readonly isReplyOptional: IsReplyOptional;
  /** The status of a successful response. */
  readonly status: 200 | 201 | 202 | 204;
  /** False for the few calls that need no token. */
  readonly authenticated: boolean;
  /** True if the answer may take minutes: the call waits for platforms, a shop or a video. */
  readonly isLong: boolean;
  /** True if parts of the reply are sent back as they came: their numbers are not read as texts. */
  readonly isSentBack: boolean;
  /** The name under which a backend announces a call beyond the product's spec; undefined for the spec's own. */
  readonly capability: string | undefined;
};

/** What a file may be that is sent as the body of a call. */
export type FileRule = {
  /** By its content: `image/png`. */
  readonly types: readonly string[];
  /** The largest files, in bytes. */
  readonly maxBytes: { readonly image: number; readonly video: number };
};

/** The arguments of a call. */
export type RequestOf<E extends Endpoint> = Given<"params", ParamsOf<E>> &
  (E["query"] extends z.ZodMiniType ? { readonly query?: z.input<E["query"]> } : unknown) &
  (E["body"] extends z.ZodMiniType ? { readonly body: z.input<E["body"]> } : unknown) &
  (E["file"] extends FileRule ? { readonly file: Blob } : unknown);

export type ParamsOf<E extends Endpoint> = { readonly [Name in ParamName<E["path"]>]: Id };

type Given<Name extends string, Values> = keyof Values extends never
  ? unknown
  : { readonly [Key in Name]: Values };

/** The reply as the client reads it. */
export type ReplyOf<E extends Endpoint> = E["reply"] extends z.ZodMiniType
  ? z.output<E["reply"]> | (E["isReplyOptional"] extends true ? undefined : never)
  : undefined;

/** The reply as the server sends it. */
export type WireOf<E extends Endpoint> = E["reply"] extends z.ZodMiniType
  ? z.input<E["reply"]>
  : undefined;

type Options<Query, Body, Reply, IsReplyOptional, File> = {
  query?: Query;
  body?: Body;
  file?: File;
  reply?: Reply;
  isReplyOptional?: IsReplyOptional;
  status?: 200 | 201 | 202;
  authenticated?: false;
  isLong?: true;
  isSentBack?: true;
  capability?: string;
};

const declare =
  (method: Method) =>
  <
    const Path extends string,
    Query extends z.ZodMiniObject | undefined = undefined,
    Body extends z.ZodMiniType | undefined = undefined,
    Reply extends z.ZodMiniType | undefined = undefined,
    const IsReplyOptional extends boolean = false,
    File extends FileRule | undefined = undefined,
  >(
    path: Path,
    {
      query,
      body,
      file,
      reply,
      isReplyOptional,
      status,
      authenticated,
      isLong,
      isSentBack,
      capability,
    }: Options<Query, Body, Reply, IsReplyOptional, File> = {},
  ): Endpoint<Path, Query, Body, Reply, IsReplyOptional, File> => ({
    method,
    path,
    // An omitted option has the type undefined, which TypeScript cannot infer by itself.
    query: query as Query,
    body: body as Body,
    file: file as File,
    reply: reply as Reply,
    isReplyOptional: (isReplyOptional ?? false) as IsReplyOptional,
    status: status ?? (reply ? 200 : 204),
    authenticated: authenticated ?? true,
    isLong: isLong ?? false,
    isSentBack: isSentBack ?? false,
    capability,
  });

/** Declares calls: `endpoint.get("publishing/account-groups", { reply })`. */
export const endpoint = {
  get: declare("GET"),
  post: declare("POST"),
  put: declare("PUT"),
  patch: declare("PATCH"),
  delete: declare("DELETE"),
};
