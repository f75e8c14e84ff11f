import { Hono } from "hono";
import { html } from "hono/html";
import { authorizePath, codeFor, isUsername } from "../reddit.ts";
import { addStylesheet, page, pageHeaders } from "./page.ts";

const layout = { standsFor: "Reddit", stylesheet: "/sandbox/reddit.css" };

const headers = {
  ...pageHeaders,
  // Chromium applies form-action to redirects too, and this form ends at the console, on any origin.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'",
};

/**
 * Returns the page on which Reddit asks whether the console may post for a user. It redirects back
 * with a `code` or, if declined, an `error`. It redirects to a path of this server only, whatever
 * `redirect_uri` says.
 */
export function createRedditPages(): Hono {
  const pages = new Hono();

  pages.get(authorizePath, (call) => {
    const request = readRequest(call.req.query());
    return call.html(request ? consentPage(request) : invalidPage(), request ? 200 : 400, headers);
  });

  pages.get(`${authorizePath}/answer`, (call) => {
    const { username = "", answer } = call.req.query();
    const request = readRequest(call.req.query());
    if (!request) return call.html(invalidPage(), 400, headers);
    const name = username.trim();
    if (answer === "allow" && !isUsername(name)) {
      return call.html(consentPage(request, name), 400, headers);
    }
    const query = new URLSearchParams({ state: request.state });
    if (answer === "allow") query.set("code", codeFor(name));
    else query.set("error", "access_denied");
    return call.redirect(`${request.callback.pathname}?${query}`, 303);
  });

  addStylesheet(pages, layout.stylesheet, stylesheet);
  return pages;
}

type AuthorizationRequest = { readonly state: string; readonly callback: URL };

/**
 * Returns undefined for an invalid request. A path that begins with `//` would redirect to another
 * host, and other URL schemes may have no absolute path.
 */
function readRequest({
  state,
  redirect_uri = "",
}: Record<string, string>): AuthorizationRequest | undefined {
  if (!state || !URL.canParse(redirect_uri)) return undefined;
  const callback = new URL(redirect_uri);
  const isPath = /^https?:$/.test(callback.protocol) && !callback.pathname.startsWith("//");
  return isPath ? { state, callback } : undefined;
}

const consentPage = ({ state, callback }: AuthorizationRequest, refused?: string) =>
  page(
    "Allow access?",
    html`<form action="${authorizePath}/answer" lang="en">
      <h1>The publishing console wants to post in your name.</h1>
      <p>On Reddit you would be signed in. Here you say who you are; the console will get a connection to that account.</p>
      <label for="username">Reddit user name</label>
      <input id="username" name="username" value="${refused ?? "pk_vrsac"}" autocomplete="off" maxlength="100" ${refused === undefined ? "" : html`aria-invalid="true" aria-describedby="refusal"`}>
      ${refused === undefined ? "" : html`<p id="refusal" class="refusal">A user name is 3 to 20 letters, digits, hyphens and underscores.</p>`}
      <input type="hidden" name="state" value="${state}">
      <input type="hidden" name="redirect_uri" value="${callback.href}">
      <p class="choices">
        <button name="answer" value="allow">Allow</button>
        <button name="answer" value="decline" class="second">Decline</button>
      </p>
    </form>`,
    layout,
  );

const invalidPage = () =>
  page(
    "Allow access?",
    html`<h1 lang="en">No account asks for access.</h1><p lang="en">Start from the console: Configuration, Social Accounts.</p>`,
    layout,
  );

const stylesheet = `
form { background: #181b22; border: 1px solid #2a2f3a; border-radius: 16px; padding: 1.25rem; }
form h1 { font-size: 1.25rem; line-height: 1.3; }
form p { color: #a4abba; }
label { display: block; margin-bottom: .35rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; min-height: 44px; padding: .5rem .75rem; border: 1px solid #767e8f; border-radius: 8px; background: #0f1115; color: inherit; font: inherit; }
form .refusal { margin: .35rem 0 0; color: #ffb4a8; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: 1.25rem 0 0; }
button { min-height: 44px; border: 1px solid transparent; border-radius: 8px; background: #ffe3a1; color: #241d08; font: inherit; font-weight: 600; cursor: pointer; }
button.second { background: transparent; border-color: #767e8f; color: #e8eaf0; }
input:focus-visible, button:focus-visible { outline: 2px solid #ffe3a1; outline-offset: 2px; }
`;
