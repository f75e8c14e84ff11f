import { type Context as Call, Hono } from "hono";
import { html } from "hono/html";
import {
  readUnsubscribeLink,
  unsubscribe,
  unsubscribePath,
} from "../../features/newsletter/index.ts";
import { contextOn } from "../../kernel/context.ts";
import { pagePolicy } from "../headers.ts";
import type { Serving } from "../serving.ts";
import { noticePage, page } from "../sign-in/identity-provider.ts";

const title = "Newsletter";

/**
 * Creates `/newsletter/unsubscribe?token=`. `GET` only shows a form, because mail programs open links
 * by themselves. `POST` unsubscribes; it is also what a mail program's own button sends (RFC 8058).
 */
export function createUnsubscribe(serving: Serving): Hono {
  const app = new Hono();
  app.get(unsubscribePath, (call) => {
    const token = call.req.query("token") ?? "";
    const link = readUnsubscribeLink(serving.ports.secrets, token);
    if (link === undefined) return notice(call, incomplete);
    if (link === "test") return notice(call, ofTest);
    call.header("Content-Security-Policy", pagePolicy(["'self'"]));
    // With no-referrer the browser submits the form with `Origin: null`, which is refused.
    call.header("Referrer-Policy", "same-origin");
    return call.html(
      page(
        title,
        html`<p>Unsubscribe from our newsletter?</p>
          <p lang="sr-Latn">Ne želite više naš njuzleter?</p>
          <form method="post" action="${unsubscribePath}?token=${encodeURIComponent(token)}">
            <button>Unsubscribe · Odjavi me</button>
          </form>`,
      ),
    );
  });
  app.post(unsubscribePath, async (call) => {
    const link = readUnsubscribeLink(serving.ports.secrets, call.req.query("token") ?? "");
    if (link === undefined) return notice(call, incomplete);
    if (link === "test") return notice(call, ofTest);
    const isKnown = await serving.database.transaction((db) =>
      unsubscribe(contextOn(db, serving, null), link),
    );
    if (!isKnown) return notice(call, unknown);
    call.header("Content-Security-Policy", pagePolicy());
    return call.html(
      page(
        title,
        html`<p>You are unsubscribed and won't get any more newsletters.</p>
          <p lang="sr-Latn">Odjavljeni ste: više nećete dobijati njuzleter.</p>`,
      ),
    );
  });
  return app;
}

/** Answers a link that cannot be used with a 404. */
const notice = (call: Call, sentence: string) => noticePage(call, 404, sentence, title);

const incomplete = "This link is incomplete. Open it from the newsletter again.";
const unknown =
  "This link no longer works, so nobody was unsubscribed. Open the link in your latest newsletter.";
const ofTest = "This link is from a test email and unsubscribes nobody.";
