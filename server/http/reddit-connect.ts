import { generateState } from "arctic";
import { type Context as Call, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { allowedOrigins, type Config } from "../config.ts";
import { findGroup } from "../domain/groups.ts";
import { saveConnection } from "../domain/reddit.ts";
import type { Log } from "../log.ts";
import type { Secrets } from "../ports/secrets.ts";
import { Refusal } from "../refusal.ts";
import { noticePage } from "./identity-provider.ts";
import { contextOn, type Serving } from "./serve.ts";
import { ownOrigin } from "./sign-in.ts";

type Options = { readonly config: Config; readonly serving: Serving; readonly log: Log };

const callbackPath = "/publishing/reddit/callback";
const minute = 60_000;
const timeLimit = 10 * minute;

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

const cookieName = "reddit-connect";

/** The encrypted cookie's content while the browser is at Reddit; `until` is in milliseconds. */
const pendingSchema = z.object({
  purpose: z.literal(cookieName),
  state: z.string(),
  token: z.string(),
  group: z.number(),
  origin: z.string(),
  until: z.number(),
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
  await authenticate(`Bearer ${token}`);
  const group = await findGroup(contextOn(database.db, serving), group_id);
  const pending: z.input<typeof pendingSchema> = {
    purpose: cookieName,
    state: generateState(),
    token,
    group: group.id,
    origin,
    until: ports.clock.now().getTime() + timeLimit,
  };
  const own = ownOrigin(call, config);
  setCookie(call, cookieName, ports.secrets.seal(JSON.stringify(pending)), {
    httpOnly: true,
    sameSite: "Lax",
    path: callbackPath,
    maxAge: timeLimit / 1000,
    secure: own.startsWith("https:"),
  });
  const request = { state: pending.state, callback: own + callbackPath };
  return call.redirect(ports.reddit.authorizationUrl(request), 303);
}

/** Connects the account unless the person declined, and redirects to the console either way. */
async function finish(call: Call, { config, serving, log }: Options): Promise<Response> {
  const { database, ports, authenticate } = serving;
  const pending = readPending(getCookie(call, cookieName), ports.secrets);
  deleteCookie(call, cookieName, { path: callbackPath });
  const { code, state } = call.req.query();
  const isOver = pending && pending.until <= ports.clock.now().getTime();
  if (
    !pending ||
    isOver ||
    pending.state !== state ||
    !allowedOrigins(config).includes(pending.origin)
  ) {
    throw new Refusal(400, "This connection took too long or was not started here. Try again.");
  }
  // The session may have ended while the browser was at Reddit.
  await authenticate(`Bearer ${pending.token}`);
  if (code) {
    const answer = await ports.reddit
      .connect(code, ownOrigin(call, config) + callbackPath, AbortSignal.timeout(30_000))
      .catch((error: unknown) => {
        log.warn("Reddit did not confirm a connection", {}, error);
        throw new Refusal(503, "Reddit did not confirm the connection. Try again.");
      });
    if (!answer.ok) throw new Refusal(400, `Reddit refused the connection: ${answer.error}`);
    await database.transaction((db) =>
      saveConnection(contextOn(db, serving), pending.group, answer),
    );
  }
  const place = new URLSearchParams({ group: String(pending.group), tab: "accounts" });
  return call.redirect(`${pending.origin}/dashboard/config?${place}`, 303);
}

function readPending(sealed: string | undefined, secrets: Secrets) {
  try {
    return sealed ? pendingSchema.parse(JSON.parse(secrets.open(sealed))) : undefined;
  } catch {
    return undefined;
  }
}
