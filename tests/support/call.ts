import type { Endpoint, RequestOf, WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { fillPath } from "@/shared/api/path";
import type { TestServer } from "./server";

/** An answer of the embedded server, whose ids are numbers where the contract allows texts as well. */
type Numbered<T> = unknown extends T
  ? T
  : [Id] extends [T]
    ? number | Exclude<T, Id>
    : T extends object
      ? { [Key in keyof T]: Numbered<T[Key]> }
      : T;

/** The body of a call's request. */
export type BodyOf<E extends Endpoint> =
  RequestOf<E> extends { readonly body: infer Body } ? Body : never;

type Server = Pick<TestServer, "request">;

/** Calls the server directly, without the console; throws if the call is refused. */
export async function call<E extends Endpoint>(
  server: Server,
  endpoint: E,
  request: RequestOf<E>,
): Promise<Numbered<WireOf<E>>> {
  const { status, body } = await answer(server, endpoint, request);
  if (status !== endpoint.status) {
    throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
  }
  // The server has checked it against the contract.
  return body as Numbered<WireOf<E>>;
}

/** Calls the server directly; returns the status and the detail of the refusal. */
export async function refusal<E extends Endpoint>(
  server: Server,
  endpoint: E,
  request: RequestOf<E>,
) {
  const { status, body } = await answer(server, endpoint, request);
  return { status, detail: (body as { detail?: unknown } | undefined)?.detail };
}

async function answer<E extends Endpoint>(server: Server, endpoint: E, request: RequestOf<E>) {
  // The parts of a request depend on the endpoint; here it only matters whether they are there.
  const {
    params = {},
    query,
    body,
    file,
  } = request as {
    params?: Record<string, Id>;
    query?: object;
    body?: unknown;
    file?: Blob;
  };
  const given = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  const response = await server.request(fillPath(endpoint.path, params) + search, {
    method: endpoint.method,
    ...(body !== undefined && { json: body }),
    ...(file && { body: file }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as unknown) : undefined };
}
