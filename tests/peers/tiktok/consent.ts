import { NotInTheDocuments, type Received, type Reply } from "../support/peer";
import { exactly } from "./exactly";

/** The app and the tokens that this TikTok knows. None of them may appear anywhere but in a call. */
export const tiktokApp = { clientKey: "canary-client-key", clientSecret: "canary-client-secret" };
export const refreshToken = "canary-refresh-1";
/** The redirect that the app has registered. */
export const callback = "https://console.example.com/publishing/tiktok/callback";

/** TikTok's page on which a person allows access, and its tokens. */
export function createConsent() {
  const tokens = {
    refresh: refreshToken,
    access: new Set<string>(),
    /** True for tests that lose answers, and have nobody who connects the account again then. */
    takesOld: false,
  };
  const given = new Set([refreshToken]);
  /** The scopes of the app, those that the person allows, and the person. */
  const consent = {
    app: ["user.info.basic", "video.list", "video.upload", "video.publish"],
    denied: [] as string[],
    openId: "canary-open-1",
    name: "Zima",
  };
  /** A code is taken once, with the scopes that it was given for. */
  const codes = new Map<string, string>();
  let last = 0;

  function token(request: Received): Reply {
    const form = Object.fromEntries(new URLSearchParams(request.body.toString()));
    const isCode = form.grant_type === "authorization_code";
    const grant = isCode ? ["code", "redirect_uri"] : ["refresh_token"];
    exactly(form, ["client_key", "client_secret", "grant_type", ...grant]);
    const refuse = (error: string, error_description: string) => ({
      status: 400,
      json: { error, error_description, log_id: "202611270001" },
    });
    const { clientKey, clientSecret } = tiktokApp;
    if (form.client_key !== clientKey || form.client_secret !== clientSecret) {
      return refuse("invalid_client", "Client key or secret is incorrect.");
    }
    const allowed = codes.get(form.code ?? "");
    codes.delete(form.code ?? "");
    if (isCode && (allowed === undefined || form.redirect_uri !== callback)) {
      return refuse("invalid_grant", "Authorization code is expired.");
    }
    const { refresh_token = "" } = form;
    const isGood =
      refresh_token === tokens.refresh || (tokens.takesOld && given.has(refresh_token));
    if (!isCode && (form.grant_type !== "refresh_token" || !isGood)) {
      return refuse("invalid_grant", "Refresh token is invalid or expired.");
    }
    last += 1;
    const access_token = `canary-access-${last}`;
    tokens.access.add(access_token);
    // TikTok rotates refresh tokens.
    tokens.refresh = `canary-refresh-${last + 1}`;
    given.add(tokens.refresh);
    return {
      status: 200,
      json: {
        ...{ access_token, expires_in: 86_400, open_id: consent.openId, token_type: "Bearer" },
        ...{ refresh_token: tokens.refresh, refresh_expires_in: 31_536_000 },
        scope: allowed ?? consent.app.join(","),
      },
    };
  }

  /** The page on which a person allows access: here at once, and all but what `consent` denies. */
  function authorize({ query }: Received): Reply {
    const names = ["client_key", "response_type", "scope", "redirect_uri", "state"];
    exactly(Object.fromEntries(query), names);
    const scopes = (query.get("scope") ?? "").split(",");
    const isRight =
      query.get("client_key") === tiktokApp.clientKey &&
      query.get("response_type") === "code" &&
      query.get("redirect_uri") === callback &&
      query.get("state") !== "" &&
      scopes.every((name) => consent.app.includes(name));
    if (!isRight) throw new NotInTheDocuments("TikTok shows an error to the person.");
    last += 1;
    const code = `canary-code*${last}`;
    const allowed = scopes.filter((name) => !consent.denied.includes(name)).join(",");
    codes.set(code, allowed);
    const back = new URL(callback);
    back.search = `${new URLSearchParams({ code, scopes: allowed, state: query.get("state") ?? "" })}`;
    return { status: 302, headers: { location: back.href }, text: "" };
  }

  return { tokens, consent, token, authorize };
}
