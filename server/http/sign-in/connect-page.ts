import { generateState } from "arctic";
import { type Context as Call, Hono } from "hono";
import { z } from "zod";
import { platforms } from "@/entities/account/platforms";
import type { Config } from "../../config.ts";
import { type Context, contextOn } from "../../kernel/context.ts";
import type { Log } from "../../kernel/log.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { AuthorizationRequest } from "../../ports/oauth.ts";
import type { Refused } from "../../ports/outcome.ts";
import type { Ports } from "../../ports/ports.ts";
import { allowedOrigins } from "../../settings/network.ts";
import type { Serving } from "../serving.ts";
import { noticePage } from "./identity-provider.ts";
import { sealedCookie } from "./sealed-cookie.ts";
import { ownOrigin } from "./sign-in.ts";

export type ConnectOptions = {
  readonly config: Config;
  readonly serving: Serving;
  readonly log: Log;
};

/** The account that is connected: one of a group, or null for one that the platform names. */
type Target = { readonly group: number; readonly account: number | null };

/** The console that a connection was started from, and the group, as far as they are known. */
type Place = { readonly origin?: string | undefined; readonly group?: number };

/** A platform on whose own page a person allows access to an account. */
type Connection<Connected extends { readonly ok: true }> = {
  readonly platform: "reddit" | "tiktok";
  /** Throws a Refusal if the query names nothing that can be connected. */
  readonly targetOf: (context: Context, query: Readonly<Record<string, string>>) => Promise<Target>;
  readonly authorizationUrl: (ports: Ports, request: AuthorizationRequest) => string;
  /** Exchanges the code; throws if the platform was not reached. */
  readonly exchange: (
    serving: Serving,
    target: Target,
    code: string,
    callback: string,
    signal: AbortSignal,
  ) => Promise<Connected | Refused>;
  readonly save: (context: Context, target: Target, connected: Connected) => Promise<void>;
};

/**
 * Creates `GET /publishing/{platform}/connect?token=&origin=`, also below `/api/v1`: redirects to the
 * platform for consent or refusal, and from there to the group's accounts in the console at `origin`.
 * `origin` must be an allowed origin; the default is the server's own. A failure is a page that links
 * back there.
 *
 * The session token is in the query, because a navigation cannot send an Authorization header. It is
 * copied into an encrypted cookie and stored nowhere else.
 */
export function createConnectPage<Connected extends { readonly ok: true }>(
  connection: Connection<Connected>,
  { config, serving, log }: ConnectOptions,
): Hono {
  const { platform } = connection;
  const { label } = platforms[platform];
  const { database, ports, authenticate } = serving;
  const path = `/publishing/${platform}`;
  const callbackPath = `${path}/callback`;

  /** While the browser is at the platform. */
  const pendingCookie = sealedCookie({
    name: `${platform}-connect`,
    path: callbackPath,
    content: z.object({
      state: z.string(),
      token: z.string(),
      group: z.number(),
      account: z.number().nullable(),
      origin: z.string(),
    }),
  });

  type Pending = ReturnType<typeof pendingCookie.take>;

  async function begin(call: Call): Promise<Response> {
    const { token = "", origin = ownOrigin(call, config), ...query } = call.req.query();
    if (!allowedOrigins(config).includes(origin)) {
      throw new Refusal(
        400,
        "This connection was not started from an address that the server knows: add it to PUBLIC_ORIGINS.",
      );
    }
    if (ports.world.outside[platform] === "off") {
      throw new Refusal(
        409,
        `Connecting ${label} is switched off on this server: LIVE does not name ${platform}.`,
      );
    }
    const user = await authenticate(`Bearer ${token}`);
    const target = await connection.targetOf(contextOn(database.db, serving, user), query);
    const pending = { state: generateState(), token, ...target, origin };
    const own = ownOrigin(call, config);
    pendingCookie.set(call, ports, pending, own.startsWith("https:"));
    const request = { state: pending.state, callback: own + callbackPath };
    return call.redirect(connection.authorizationUrl(ports, request), 303);
  }

  /** Connects the account unless the person declined, and redirects to the console either way. */
  async function finish(call: Call, pending: Pending): Promise<Response> {
    const { code, state, error } = call.req.query();
    if (!pending || pending.state !== state || !allowedOrigins(config).includes(pending.origin)) {
      throw new Refusal(400, "This connection took too long or was not started here. Try again.");
    }
    // The session may have ended while the browser was at the platform.
    const user = await authenticate(`Bearer ${pending.token}`);
    if (code) await connect(call, code, pending, user);
    // Without a page the person would come back, and not know that the app is set up wrongly.
    else if (error && error !== "access_denied") throw refused(error.slice(0, 200));
    return call.redirect(accountsAt(call, pending), 303);
  }

  /** Returns the address of the list of accounts, on the server's own origin if none is known. */
  function accountsAt(call: Call, { origin, group }: Place): string {
    const known = allowedOrigins(config).find((allowed) => allowed === origin);
    const query = new URLSearchParams({
      ...(group !== undefined && { group: String(group) }),
      tab: "accounts",
    });
    return `${known ?? ownOrigin(call, config)}/dashboard/config?${query}`;
  }

  async function connect(
    call: Call,
    code: string,
    target: Target,
    user: Awaited<ReturnType<typeof authenticate>>,
  ): Promise<void> {
    const callback = ownOrigin(call, config) + callbackPath;
    const answer = await connection
      .exchange(serving, target, code, callback, AbortSignal.timeout(30_000))
      .catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        log.warn(`${label} did not confirm a connection`, {}, error);
        throw new Refusal(503, `${label} did not confirm the connection. Try again.`);
      });
    if (!answer.ok) throw refused(answer.error);
    await database.transaction((db) =>
      connection.save(contextOn(db, serving, user), target, answer),
    );
  }

  const refused = (words: string) => new Refusal(400, `${label} refused the connection: ${words}`);

  /** Renders a Refusal as a page: the browser navigates here, and JSON would be shown as text. */
  async function asPage(call: Call, answer: Promise<Response>, place: Place): Promise<Response> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const sentence =
        error.status === 401
          ? `Your session has ended. Log in to the console again, then connect ${label}.`
          : error.message;
      return noticePage(call, error.status, sentence, `Connect ${label}`, {
        to: accountsAt(call, place),
        text: "Back to the accounts",
      });
    }
  }

  const app = new Hono();
  app.on("GET", [`${path}/connect`, `/api/v1${path}/connect`], (call) =>
    asPage(call, begin(call), { origin: call.req.query("origin") }),
  );
  app.get(callbackPath, (call) => {
    const pending = pendingCookie.take(call, ports);
    return asPage(call, finish(call, pending), pending ?? {});
  });
  return app;
}
