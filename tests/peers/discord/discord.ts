import { createHash } from "node:crypto";
import { type Handler, json, onlyHeaders } from "../bluesky/front.ts";

export type DiscordApp = { readonly clientId: string; readonly clientSecret: string };
export type DiscordUser = { readonly id: string; readonly username: string };

/**
 * A stand-in for discord.com, where one user is logged in and agrees: the page that asks, the exchange
 * of its code with PKCE, and the user. https://discord.com/developers/docs/topics/oauth2
 */
export function discord({ clientId, clientSecret }: DiscordApp, user: DiscordUser): Handler {
  /** By code, what the page was asked with. */
  const asked = new Map<string, URLSearchParams>();
  const tokens = new Set<string>();

  function page(query: URLSearchParams) {
    const must = { client_id: clientId, response_type: "code", scope: "identify" };
    for (const [name, value] of Object.entries({ ...must, code_challenge_method: "S256" })) {
      if (query.get(name) !== value) throw new Error(`${name} is ${query.get(name)}`);
    }
    const code = crypto.randomUUID();
    asked.set(code, query);
    const back = new URL(query.get("redirect_uri") ?? "");
    back.search = String(new URLSearchParams({ code, state: query.get("state") ?? "" }));
    const link = back.href.replaceAll("&", "&amp;");
    return {
      status: 200,
      headers: { "content-type": "text/html" },
      // Its icon is empty, so that the browser asks for none.
      body: `<!doctype html><title>Discord</title><link rel="icon" href="data:,"><a href="${link}">Authorize</a>`,
    };
  }

  function exchange(authorization: string | undefined, form: URLSearchParams) {
    const query = asked.get(form.get("code") ?? "");
    asked.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      authorization === `Basic ${btoa(`${clientId}:${clientSecret}`)}` &&
      form.get("grant_type") === "authorization_code" &&
      query?.get("redirect_uri") === form.get("redirect_uri") &&
      query?.get("code_challenge") === challenge;
    if (!isRight) return json({ error: "invalid_grant" }, 400);
    const token = crypto.randomUUID();
    tokens.add(token);
    return json({
      access_token: token,
      token_type: "Bearer",
      expires_in: 604_800,
      refresh_token: crypto.randomUUID(),
      scope: "identify",
    });
  }

  return (call) => {
    const { method, url, headers, body } = call;
    switch (`${method} ${url.pathname}`) {
      case "GET /oauth2/authorize":
        return page(url.searchParams);
      case "POST /api/oauth2/token":
        onlyHeaders(call, ["authorization", "content-type"]);
        return exchange(headers.authorization, new URLSearchParams(String(body)));
      case "GET /api/users/@me":
        return tokens.has(headers.authorization?.replace(/^Bearer /, "") ?? "")
          ? json({ ...user, discriminator: "0", global_name: null, avatar: null })
          : json({ message: "401: Unauthorized", code: 0 }, 401);
      default:
        throw new Error(`${method} ${url.pathname} is not expected`);
    }
  };
}
