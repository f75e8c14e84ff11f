import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createHttp } from "../../../server/adapters/live/http";
import { certificate } from "../support/certificate";

export type Claims = Readonly<Record<string, unknown>>;

/** The provider's claims about its users, by their subject, which the login form takes. */
export type OidcUsers = Readonly<Record<string, Claims>>;

export const oidcApp = { clientId: "console", clientSecret: "canary-oidc-secret:%40+ /=" };

type TokenAnswer = Readonly<Record<string, unknown>>;

/** The part of a koa context that is used. */
type Context = { readonly oidc?: { readonly route: string }; body: unknown };

type Provider = {
  readonly callback: () => RequestListener;
  readonly use: (
    middleware: (context: Context, next: () => Promise<void>) => Promise<void>,
  ) => void;
  readonly on: (event: string, listener: (...given: readonly unknown[]) => void) => void;
};

type Options = {
  /** The address at which the console takes the browser back. */
  readonly callback: string;
  readonly users: OidcUsers;
  /** How the provider wants the client's secret. */
  readonly authentication?: "client_secret_basic" | "client_secret_post";
};

/**
 * The certified `oidc-provider`, with the pages that it brings for development: a form that takes any
 * password, and one that asks for consent. It is at `https://localhost`, with the tests' certificate.
 */
export async function startOidcProvider({
  callback,
  users,
  authentication = "client_secret_basic",
}: Options) {
  let listener: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer(certificate, (request, response) => listener(request, response));
  server.listen(0, "localhost");
  await once(server, "listening");
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  const issuer = `https://localhost:${port}`;

  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const keys = [{ ...(await exportJWK(privateKey)), kid: "1", alg: "RS256", use: "sig" }];
  const state = {
    asked: [] as string[],
    /** Changes the next answer to a code. */
    tamper: undefined as ((answer: TokenAnswer) => Promise<TokenAnswer>) | undefined,
    /** Changes what the provider says of itself. */
    metadata: {} as Claims,
  };

  const path = new URL("node_modules/oidc-provider/lib/index.js", import.meta.url).href;
  const { Provider } = (await import(/* @vite-ignore */ path)) as {
    Provider: new (issuer: string, options: object) => Provider;
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcApp.clientId,
        client_secret: oidcApp.clientSecret,
        redirect_uris: [callback],
        token_endpoint_auth_method: authentication,
      },
    ],
    clientAuthMethods: [authentication],
    claims: {
      openid: ["sub"],
      profile: ["name", "picture", "preferred_username"],
      email: ["email", "email_verified"],
    },
    findAccount: (_: unknown, sub: string) =>
      users[sub] && { accountId: sub, claims: () => ({ sub, ...users[sub] }) },
    jwks: { keys },
    cookies: { keys: ["of a test"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
  });
  provider.use(async (context, next) => {
    await next();
    const route = context.oidc?.route ?? "";
    state.asked.push(route);
    if (route === "discovery") context.body = { ...(context.body as Claims), ...state.metadata };
    if (route !== "token" || !state.tamper) return;
    const { tamper } = state;
    state.tamper = undefined;
    context.body = await tamper(context.body as TokenAnswer);
  });
  const answer = provider.callback();
  listener = (request, response) =>
    // Browsers ask for it, and log that it is missing.
    request.url === "/favicon.ico" ? response.writeHead(204).end() : answer(request, response);

  return {
    issuer,
    state,
    /** Signs an id token, by default with the provider's key. */
    sign: (claims: Claims, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(key),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Connects as the server does, and knows the provider's certificate. */
export const httpToProvider = createHttp({ proxy: null, ca: certificate.cert });

/**
 * Acts as a browser at the provider: logs in as this user and agrees, or declines.
 *
 * @returns the address to which the provider sends it back
 */
export async function agreeAs(sub: string, address: string, { declines = false } = {}) {
  const cookies = new Map<string, string>();
  const ask = async (url: string, form?: Readonly<Record<string, string>>) => {
    const answer = await httpToProvider({
      ...{ method: form ? "POST" : "GET", url, ...(form && { form }) },
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      signal: AbortSignal.timeout(10_000),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(key, value);
      else cookies.delete(key);
    }
    return answer;
  };
  const { origin } = new URL(address);
  let answer = await ask(address);
  for (let steps = 0; steps < 10; steps += 1) {
    const location = answer.headers.get("location");
    const next = location ? new URL(location, origin) : undefined;
    if (next && next.origin !== origin) return next;
    if (next) {
      answer = await ask(next.href);
      continue;
    }
    const [, action = ""] = /action="([^"]+)"/.exec(answer.text) ?? [];
    const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(answer.text) ?? [];
    if (!action) throw new Error(`The provider says: ${answer.status} ${answer.text}`);
    answer = declines
      ? await ask(`${action}/abort`)
      : await ask(action, { prompt, login: sub, password: "any" });
  }
  throw new Error("The provider did not send the browser back.");
}
