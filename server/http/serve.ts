import { rm } from "node:fs/promises";
import type { Context as Call, Hono } from "hono";
import type { Documented } from "@/shared/api/docs/documented";
import type { Endpoint } from "@/shared/api/endpoint";
import { anonymous, contextOn } from "../kernel/context.ts";
import type { Api, Handler, Handlers } from "../kernel/handler.ts";
import { Parts } from "../kernel/parts.ts";
import { answer, answerUnlessUnchanged, toReply } from "./answer.ts";
import { answerInParts } from "./answer-in-parts.ts";
import { createExecute, type Execute } from "./execute.ts";
import { readRequest } from "./read-request.ts";
import { checkRefusal } from "./refusals.ts";
import type { Serving } from "./serving.ts";

/** Returns the path of an endpoint on this server: `/api/v1/groups/{id}`. */
export const addressOf = ({ path }: Endpoint) => (path.startsWith("/") ? path : `/api/v1/${path}`);

type Route = {
  readonly endpoint: Documented;
  readonly path: string;
  readonly handler: Handler<Endpoint>;
};

/** Registers a route for each endpoint of the contract. */
export function serve<A extends Api>(
  app: Hono,
  api: A,
  handlers: Handlers<A>,
  serving: Serving,
): void {
  const routes: Route[] = Object.entries(api).flatMap(([slice, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      endpoint,
      path: addressOf(endpoint).replace(/\{(\w+)\}/g, ":$1"),
      // Handlers<A> guarantees that it is this endpoint's handler; Object.entries loses that type.
      handler: handlers[slice]?.[name] as unknown as Handler<Endpoint>,
    })),
  );
  // Static segments before parameters, or groups/{id} would catch groups/new.
  routes.sort((one, other) =>
    compare(one.path.replaceAll(":", "~"), other.path.replaceAll(":", "~")),
  );
  const execute = createExecute(serving);
  for (const route of routes) {
    app.on(route.endpoint.method, route.path, (call) =>
      handle(call, route, serving, execute).catch((error: unknown) => {
        if (serving.checkReplies) checkRefusal(route.endpoint, error);
        throw error;
      }),
    );
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes
      .filter((route) => route.path === path)
      .map((route) => route.endpoint.method);
    app.all(path, (call) =>
      call.json({ detail: "Method Not Allowed" }, 405, { Allow: methods.join(", ") }),
    );
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

async function handle(
  call: Call,
  { endpoint, handler }: Route,
  serving: Serving,
  execute: Execute,
): Promise<Response> {
  const user = endpoint.authenticated
    ? await serving.authenticate(call.req.header("Authorization"))
    : anonymous;
  if (user !== anonymous) call.set("userId", user.id);
  const { request, keyed } = await readRequest(call, endpoint, user, serving);
  if (endpoint.method === "GET" && typeof handler === "function") {
    const value: unknown = await handler(request, contextOn(serving.database.db, serving, user));
    return value instanceof Parts
      ? answerInParts(call, endpoint, value, serving)
      : answerUnlessUnchanged(call, toReply(endpoint, value, serving));
  }
  try {
    const { reply, isReplayed } = await execute({ endpoint, handler, request, keyed });
    if (isReplayed) call.header("Idempotent-Replayed", "true");
    return answer(call, reply);
  } finally {
    if (request.file) await rm(request.file.path, { force: true });
  }
}
