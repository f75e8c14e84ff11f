import { createHash, randomBytes } from "node:crypto";
import { generateCodeVerifier, generateState } from "arctic";
import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { type Context as Call, Hono } from "hono";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Http } from "../../adapters/live/http.ts";
import type { Config } from "../../config.ts";
import { sessions } from "../../db/auth-schema.ts";
import type { Database } from "../../db/database.ts";
import { noteActivity } from "../../features/activity/index.ts";
import type { User } from "../../kernel/context.ts";
import { type Log, silence } from "../../kernel/log.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Ports } from "../../ports/ports.ts";
import { allowedOrigins } from "../../settings/network.ts";
import { chatPlatformName, signInOf } from "../../settings/sign-in.ts";
import type { Place } from "../this-machine.ts";
import { discordSignIn } from "./discord.ts";
import { identityProvider, noticePage, redirectToConsole } from "./identity-provider.ts";
import { sealedCookie } from "./sealed-cookie.ts";
import type { SignInPlatform } from "./sign-in-platform.ts";

const day = 86_400_000;
const idleLimit = 7 * day;
const absoluteLimit = 30 * day;
/** `last_seen_at` is updated at most once a minute, or every request would write. */
const seenInterval = 60_000;

export type Sessions = {
  /** Creates a session, notes the sign-in, and returns its token, which is stored nowhere. */
  readonly issue: (user: User) => Promise<string>;
  /** The user of this `Authorization` header. Throws a 401 Refusal unless its session is valid. */
  readonly authenticate: (authorization: string | undefined) => Promise<User>;
  /** Revokes the session of a token, immediately. */
  readonly revoke: (token: string) => Promise<void>;
  /** Revokes all sessions of a user, immediately. */
  readonly revokeAll: (userId: string) => Promise<void>;
  /**
   * Tells whether a logout has ended the session of this `Authorization` header; with `all`, also
   * whether its user has no other session.
   */
  readonly isEnded: (authorization: string | undefined, all: boolean) => Promise<boolean>;
  /** Deletes expired sessions. Returns how many. */
  readonly deleteExpired: () => Promise<number>;
};

/**
 * Sessions expire after 7 days without use, or 30 days in all. A token is a signed JWT with a random
 * secret; the database stores only its hash, so a stolen database opens no session. Removing a user
 * from ADMIN_IDS ends that user's sessions too.
 */
export function createSessions({
  config,
  database: { db, kind, transaction },
  key,
  now,
}: {
  config: Config;
  database: Database;
  key: Uint8Array;
  now: () => Date;
}): Sessions {
  // Imported once instead of for each token.
  const signing = crypto.subtle.importKey(
    "raw",
    new Uint8Array(key),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  const signIn = signInOf(config);
  const secretIn = async (token: string) => {
    const options = { algorithms: ["HS256"], currentDate: now() };
    const { payload } = await jwtVerify(token, await signing, options);
    return payload.jti ?? "";
  };
  /** Returns the secret of a token; undefined if the header has none of this installation. */
  const secretOf = async (authorization: string | undefined) => {
    const token = bearerToken(authorization);
    return token && (await secretIn(token).catch(() => undefined));
  };
  /**
   * Sessions by their hash. With PGlite this process alone revokes sessions, so the cache is always
   * right; with PostgreSQL another process may have revoked one, so nothing is cached.
   */
  const cache = kind === "pglite" ? new Map<string, SessionRow | "revoked">() : undefined;
  const find = async (tokenHash: string): Promise<SessionRow | undefined> => {
    const known = cache?.get(tokenHash);
    if (known) return known === "revoked" ? undefined : known;
    const [session] = await db.select().from(sessions).where(eq(sessions.token_hash, tokenHash));
    if (session) store(session);
    return session;
  };
  const store = (session: SessionRow) => {
    // It may have been revoked while it was read.
    if (cache?.get(session.token_hash) !== "revoked") cache?.set(session.token_hash, session);
  };
  return {
    issue: async (user) => {
      const secret = randomBytes(32).toString("base64url");
      const started = now();
      const ends = new Date(started.getTime() + absoluteLimit);
      const { id, name, picture = null } = user;
      await transaction(async (db) => {
        await db.insert(sessions).values({
          token_hash: hash(secret),
          user_id: id,
          name,
          picture,
          created_at: started,
          last_seen_at: started,
          expires_at: ends,
        });
        const entry = { kind: "login", group_id: null, about: "", subject: null } as const;
        await noteActivity({ db, by: user, ports: { clock: { now } } }, entry);
      });
      return new SignJWT()
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(id)
        .setJti(secret)
        .setIssuedAt(started)
        .setExpirationTime(ends)
        .sign(await signing);
    },
    authenticate: async (authorization) => {
      const secret = await secretOf(authorization);
      if (!secret) throw notAuthenticated();
      const session = await find(hash(secret));
      const time = now();
      const idle = session ? time.getTime() - session.last_seen_at.getTime() : 0;
      if (!session || session.revoked_at || session.expires_at <= time || idle > idleLimit) {
        throw notAuthenticated();
      }
      if (signIn && !signIn.adminIds.includes(session.user_id)) throw notAuthenticated();
      if (idle > seenInterval) {
        await db.update(sessions).set({ last_seen_at: time }).where(eq(sessions.id, session.id));
        store({ ...session, last_seen_at: time });
      }
      return { id: session.user_id, name: session.name, picture: session.picture };
    },
    revoke: async (token) => {
      const tokenHash = hash(await secretIn(token));
      await db
        .update(sessions)
        .set({ revoked_at: now() })
        .where(eq(sessions.token_hash, tokenHash));
      cache?.set(tokenHash, "revoked");
    },
    revokeAll: async (userId) => {
      const revoked = await db
        .update(sessions)
        .set({ revoked_at: now() })
        .where(and(eq(sessions.user_id, userId), isNull(sessions.revoked_at)))
        .returning({ hash: sessions.token_hash });
      for (const one of revoked) cache?.set(one.hash, "revoked");
    },
    isEnded: async (authorization, all) => {
      const secret = await secretOf(authorization);
      if (!secret) return false;
      const [ended] = await db
        .select({ user: sessions.user_id })
        .from(sessions)
        .where(and(eq(sessions.token_hash, hash(secret)), isNotNull(sessions.revoked_at)));
      if (!ended || !all) return ended !== undefined;
      const others = await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.user_id, ended.user), isNull(sessions.revoked_at)))
        .limit(1);
      return others.length === 0;
    },
    deleteExpired: async () => {
      const unused = new Date(now().getTime() - idleLimit);
      const deleted = await db
        .delete(sessions)
        .where(or(lt(sessions.expires_at, now()), lt(sessions.last_seen_at, unused)))
        .returning({ id: sessions.id });
      return deleted.length;
    },
  };
}

/** Returns the token of an `Authorization` header; undefined if the header has none. */
export const bearerToken = (authorization: string | undefined) =>
  /^Bearer ([\w.-]{1,4096})$/i.exec(authorization ?? "")?.[1];

type SessionRow = typeof sessions.$inferSelect;

const notAuthenticated = () => new Refusal(401, "Not authenticated");

const hash = (secret: string) => createHash("sha256").update(secret).digest("base64url");

type Options = Place & {
  readonly sessions: Sessions;
  readonly ports: Pick<Ports, "secrets" | "clock">;
  readonly log?: Log;
  /** For tests: the connection to a provider of OpenID Connect. */
  readonly http?: Http;
};

/**
 * Creates `GET /login/{platform}?origin=`: redirects to the chat platform, or shows the built-in
 * sign-in, and ends at `{origin}/auth/callback?token=` or `{origin}/login?error=unauthorized`. The
 * origin receives the token, so it must be an allowed origin.
 */
export function createSignIn(options: Options): Hono {
  const { config, sandbox, sessions } = options;
  const app = new Hono();
  const origins = allowedOrigins(config);
  const platform = platformOf(options);
  const provider = identityProvider({ config, sandbox }, sessions.issue);

  app.get("/login/sign-in.css", provider.style);
  if (platform) {
    app.get(`/login/${config.chatPlatform}/callback`, (call) => finish(call, platform, options));
  }
  app.on(["GET", "POST"], "/login/:platform", (call, next) =>
    call.req.param("platform") === config.chatPlatform
      ? next()
      : noticePage(call, 404, "This server has no sign-in of that name."),
  );
  app.get("/login/:platform", (call) => {
    const origin = call.req.query("origin") ?? "";
    if (!origins.includes(origin)) {
      return noticePage(
        call,
        400,
        "This sign-in was not started from an address that the server knows: add it to PUBLIC_ORIGINS.",
      );
    }
    return platform ? start(call, platform, origin, options) : provider.showForm(call, origin);
  });
  if (!platform) app.post("/login/:platform", provider.submit);
  return app;
}

/** Returns undefined if there is only the built-in sign-in. */
function platformOf({ config, http }: Options): SignInPlatform | undefined {
  const { oidc, discord } = config;
  if (!signInOf(config)) return undefined;
  if (!oidc) return discord && discordSignIn(discord);
  // Its library is loaded for the first sign-in, and nowhere else.
  let loaded: Promise<SignInPlatform> | undefined;
  const load = () => {
    loaded ??= import("./oidc.ts").then(({ oidcSignIn }) => oidcSignIn(oidc, http));
    return loaded;
  };
  return {
    authorizationUrl: async (...given) => (await load()).authorizationUrl(...given),
    confirm: async (...given) => (await load()).confirm(...given),
  };
}

/** While the browser is at the platform. */
const pendingCookie = sealedCookie({
  name: "sign-in",
  path: "/login",
  content: z.object({
    state: z.string(),
    verifier: z.string(),
    nonce: z.string(),
    origin: z.string(),
  }),
});

async function start(
  call: Call,
  platform: SignInPlatform,
  origin: string,
  { config, ports, log = silence }: Options,
): Promise<Response> {
  const pending = {
    ...{ state: generateState(), verifier: generateCodeVerifier(), nonce: generateState() },
    origin,
  };
  const name = chatPlatformName(config);
  const address = await platform
    .authorizationUrl(callbackOf(call, config), pending)
    .catch((error: unknown) => {
      log.warn(`${name} cannot be asked for a sign-in`, {}, error);
      return undefined;
    });
  if (!address) return noticePage(call, 502, `${name} cannot be reached. Try again.`);
  pendingCookie.set(call, ports, pending, ownOrigin(call, config).startsWith("https:"));
  return call.redirect(address, 303);
}

async function finish(
  call: Call,
  platform: SignInPlatform,
  { config, sessions, ports, log = silence }: Options,
): Promise<Response> {
  const pending = pendingCookie.take(call, ports);
  const query = new URL(call.req.url).searchParams;
  const isOurs = pending !== undefined && pending.state === query.get("state");
  if (!isOurs || !allowedOrigins(config).includes(pending.origin)) {
    return noticePage(call, 400, "This sign-in took too long or was not started here. Try again.");
  }
  const name = chatPlatformName(config);
  const confirmed = await platform
    .confirm(callbackOf(call, config), query, pending)
    .catch((error: unknown) => {
      log.warn(`${name} did not confirm a sign-in`, {}, error);
      return undefined;
    });
  if (!confirmed) return noticePage(call, 502, `${name} did not confirm the sign-in. Try again.`);
  if (confirmed.turnedAway === "stranger") {
    // An administrator who may be let in later is known by this id alone.
    log.warn("a user who is not in ADMIN_IDS was turned away", { user: confirmed.id });
  }
  const token = confirmed.turnedAway ? undefined : await sessions.issue(confirmed.user);
  return redirectToConsole(call, pending.origin, token);
}

const callbackOf = (call: Call, config: Config) =>
  `${ownOrigin(call, config)}/login/${config.chatPlatform}/callback`;

/** Returns the server's origin as the browser sees it: behind a proxy it may be https. */
export function ownOrigin(call: Call, config: Config): string {
  const host = call.req.header("Host") ?? new URL(call.req.url).host;
  const origins = allowedOrigins(config);
  return (
    [`https://${host}`, `http://${host}`].find((origin) => origins.includes(origin)) ??
    config.publicOrigins[0] ??
    `http://${host}`
  );
}
