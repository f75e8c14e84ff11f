import type { Context as Call } from "hono";
import { html } from "hono/html";
import type { User } from "../../kernel/context.ts";
import { StartError } from "../../kernel/fault.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { allowedOrigins } from "../../settings/network.ts";
import { chatPlatformName, signInOf } from "../../settings/sign-in.ts";
import { pagePolicy } from "../headers.ts";
import { isThisMachine, type Place } from "../this-machine.ts";

/** Returns the stand-in for a chat platform: visitors choose who they are, unchecked. */
export function identityProvider(place: Place, issue: (user: User) => Promise<string>) {
  const { config } = place;
  return {
    /** `GET`: the page with the two choices. */
    showForm: (call: Call, origin: string) => {
      if (!isBuiltInSignInAllowed(call, place)) return refuse(call);
      call.header("Content-Security-Policy", pagePolicy(["'self'", origin]));
      // With no-referrer the browser submits the form with `Origin: null`, which is refused.
      call.header("Referrer-Policy", "same-origin");
      return call.html(
        page(
          "Sign in to the sandbox",
          html`<p>This page stands in for ${chatPlatformName(config)}, which is not set up on this server: nothing is checked here.</p>
            <form method="post" action="/login/${config.chatPlatform}">
              <input type="hidden" name="origin" value="${origin}">
              <button name="as" value="administrator">Continue as Administrator</button>
              <button name="as" value="stranger" class="second">Continue as Stranger</button>
            </form>
            <p class="hint">An administrator is let in. A stranger is turned away, like anyone the console does not know.</p>`,
        ),
      );
    },
    /** `POST`: signs in. The `Origin` check stops forms of other sites. */
    submit: async (call: Call) => {
      if (!isBuiltInSignInAllowed(call, place)) return refuse(call);
      const form = new URLSearchParams(await call.req.text());
      const origin = form.get("origin") ?? "";
      const sender = call.req.header("Origin");
      if (sender === undefined || !allowedOrigins(config).includes(origin)) {
        return noticePage(call, 400, "This sign-in was not started from the console. Try again.");
      }
      const admitted = form.get("as") === "administrator";
      const user = { id: "sandbox-administrator", name: "Administrator" };
      return redirectToConsole(call, origin, admitted ? await issue(user) : undefined);
    },
    style: (call: Call) =>
      call.body(style, 200, {
        "Content-Type": "text/css; charset=utf-8",
        "Cache-Control": "no-cache",
      }),
  };
}

/** Redirects to the console's callback with the token, or to its login screen without. */
export function redirectToConsole(call: Call, origin: string, token: string | undefined): Response {
  return call.redirect(
    token === undefined
      ? `${origin}/login?error=unauthorized`
      : `${origin}/auth/callback?token=${encodeURIComponent(token)}`,
    303,
  );
}

/** Returns a page with one sentence, and a link to where the person can go on from. */
export function noticePage(
  call: Call,
  status: Refusal["status"] | 502,
  sentence: string,
  title = "Sign-in",
  link?: { readonly to: string; readonly text: string },
) {
  call.header("Content-Security-Policy", pagePolicy());
  const onward = link && html`<p class="onward"><a href="${link.to}">${link.text}</a></p>`;
  return call.html(page(title, html`<p>${sentence}</p>${onward}`), status);
}

const refuse = (call: Call) =>
  noticePage(
    call,
    403,
    "Sign-in is not set up: set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and ADMIN_IDS, or OIDC_… for OpenID Connect. The built-in sign-in serves this machine's sandbox alone, unless DEV_LOGIN=1.",
  );

/**
 * Returns whether the built-in sign-in is open. It checks nothing, so it serves the sandbox alone: to
 * this machine, or to all by DEV_LOGIN=1.
 */
export const isBuiltInSignInAllowed = (call: Call, place: Place) =>
  (place.sandbox && place.config.devLogin) || isThisMachine(call, place);

/**
 * Throws a StartError if nobody could sign in: there is neither Discord nor OpenID Connect, and the
 * built-in sign-in is off because the outside world is real or other machines reach the server.
 */
export function checkSignIn({ config, sandbox }: Place): void {
  if (signInOf(config)) return;
  const real =
    "operators sign in with Discord or OpenID Connect: set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and ADMIN_IDS, or OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and ADMIN_IDS";
  if (!sandbox) throw new StartError(`Outside the sandbox ${real}.`);
  if (config.publicOrigins.length > 0 && !config.devLogin) {
    throw new StartError(
      `With PUBLIC_ORIGINS ${real}, or DEV_LOGIN=1 for a demonstration in which nobody is checked.`,
    );
  }
}

/** Returns a page rendered by the server, in the console's colours. */
export const page = (title: string, content: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/login/sign-in.css">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;

/** The subset of the console's design tokens that these pages use. */
const style = `:root {
  color-scheme: dark;
  --surface-0: oklch(0.178 0.0095 222);
  --surface-1: oklch(0.208 0.0105 222);
  --line-2: oklch(0.305 0.012 222);
  --line-control: oklch(0.522 0.014 222);
  --text-1: oklch(0.94 0.006 205);
  --text-2: oklch(0.775 0.01 215);
  --text-3: oklch(0.672 0.012 218);
  --fill-1: oklch(0.92 0.02 215 / 0.065);
  --fill-2: oklch(0.92 0.02 215 / 0.105);
  --accent: oklch(0.895 0.055 88);
  --accent-hover: oklch(0.93 0.048 90);
  --accent-ink: oklch(0.225 0.022 82);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 24px 16px;
  background: var(--surface-0);
  color: var(--text-1);
  font: 400 14px/1.5 "Inter Variable", Inter, system-ui, sans-serif;
}
main {
  width: 100%;
  max-width: 400px;
  padding: 32px;
  background: var(--surface-1);
  border: 1px solid var(--line-2);
  border-radius: 12px;
}
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; font-weight: 600; }
p { margin: 0; color: var(--text-2); overflow-wrap: anywhere; }
form { display: grid; gap: 8px; margin: 24px 0; }
button {
  min-height: 40px;
  padding: 8px 16px;
  border: 1px solid transparent;
  border-radius: 8px;
  background: var(--accent);
  color: var(--accent-ink);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--accent-hover); }
button.second { background: var(--fill-1); border-color: var(--line-control); color: var(--text-1); }
button.second:hover { background: var(--fill-2); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hint { font-size: 12px; color: var(--text-3); }
.onward { margin-top: 16px; }
a { color: var(--accent); text-underline-offset: 3px; }
a:hover { color: var(--accent-hover); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
@media (max-width: 400px) { main { padding: 24px 16px; } }
`;
