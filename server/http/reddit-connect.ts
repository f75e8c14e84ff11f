import { generateState } from "arctic";
import { type Context as Call, Hono } from "hono";
import { z } from "zod";
import { allowedOrigins, type Config } from "../config.ts";
import { contextOn } from "../context.ts";
import { findGroup } from "../domain/groups.ts";
import { saveConnection } from "../domain/reddit.ts";
import type { Log } from "../log.ts";
import { Refusal } from "../refusal.ts";
import type { Serving } from "./handler.ts";
import { noticePage } from "./identity-provider.ts";
import { sealedCookie } from "./sealed-cookie.ts";
import { ownOrigin } from "./sign-in.ts";

type Options = { readonly config: Config; readonly serving: Serving; readonly log: Log };

const callbackPath = "/publishing/reddit/callback";

/**
 * `GET /publishing/reddit/connect?group_id=&token=&origin=`, also below `/api/v1`: redirects to Reddit,
 * where the person allows or declines, and back to the group's accounts in the console at `origin`.
 * `origin` must be an allowed origin; the default is the server's own.
 *
 * The session token is in the query, because a navigation cannot send an Authorization header. It is
 * copied into an encrypted cookie and stored nowhere else.
 */
export function createRedditConnect(options: Options): Hono {
  const app = new Hono();
  app.on("GET", ["/publishing/reddit/connect", "/api/v1/publishing/reddit/connect"], (call) =>
    asPage(call, begin(call, options)),
  );
  app.get(callbackPath, (call) => asPage(call, finish(call, options)));
  return app;
}

const title = "Connect Reddit";

/** Renders a Refusal as a page: the browser navigates here, and JSON would be shown as text. */
async function asPage(call: Call, answer: Promise<Response>): Promise<Response> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const sentence =
      error.status === 401
        ? "Your session has ended. Log in to the console again, then connect Reddit."
        : error.message;
    return noticePage(call, error.status, sentence, title);
  }
}

/** While the browser is at Reddit. */
const pendingCookie = sealedCookie({
  name: "reddit-connect",
  path: callbackPath,
  content: z.object({
    state: z.string(),
    token: z.string(),
    group: z.number(),
    origin: z.string(),
  }),
});

async function begin(call: Call, { config, serving }: Options): Promise<Response> {
  const { database, ports, authenticate } = serving;
  const { group_id = "", token = "", origin = ownOrigin(call, config) } = call.req.query();
  if (!allowedOrigins(config).includes(origin)) {
    throw new Refusal(
      400,
      "This connection was not started from an address that the server knows: add it to PUBLIC_ORIGINS.",
    );
  }
  const user = await authenticate(`Bearer ${token}`);
  const group = await findGroup(contextOn(database.db, serving, user), group_id);
  const pending = { state: generateState(), token, group: group.id, origin };
  const own = ownOrigin(call, config);
  pendingCookie.set(call, ports, pending, own.startsWith("https:"));
  const request = { state: pending.state, callback: own + callbackPath };
  return call.redirect(ports.reddit.authorizationUrl(request), 303);
}

/** Connects the account unless the person declined, and redirects to the console either way. */
async function finish(call: Call, { config, serving, log }: Options): Promise<Response> {
  const { database, ports, authenticate } = serving;
  const pending = pendingCookie.take(call, ports);
  const { code, state } = call.req.query();
  if (!pending || pending.state !== state || !allowedOrigins(config).includes(pending.origin)) {
    throw new Refusal(400, "This connection took too long or was not started here. Try again.");
  }
  // The session may have ended while the browser was at Reddit.
  const user = await authenticate(`Bearer ${pending.token}`);
  if (code) {
    const answer = await ports.reddit
      .connect(code, ownOrigin(call, config) + callbackPath, AbortSignal.timeout(30_000))
      .catch((error: unknown) => {
        log.warn("Reddit did not confirm a connection", {}, error);
        throw new Refusal(503, "Reddit did not confirm the connection. Try again.");
      });
    if (!answer.ok) throw new Refusal(400, `Reddit refused the connection: ${answer.error}`);
    await database.transaction((db) =>
      saveConnection(contextOn(db, serving, user), pending.group, answer),
    );
  }
  const place = new URLSearchParams({ group: String(pending.group), tab: "accounts" });
  return call.redirect(`${pending.origin}/dashboard/config?${place}`, 303);
}
