import { desc, eq, getTableColumns } from "drizzle-orm";
import { Hono } from "hono";
import { html } from "hono/html";
import { sandboxMails } from "../../../db/schema.ts";
import type { Db } from "../../../kernel/context.ts";
import { rowId } from "../../../kernel/ids.ts";
import { addStylesheet, page, pageHeaders, sharedHeaders } from "./page.ts";

const layout = { standsFor: "the mail service", stylesheet: "/sandbox/mail.css" };

/** Headers of a mail's page, which shows the mail in an iframe. */
const frameHeaders = {
  ...pageHeaders,
  "Content-Security-Policy": `${pageHeaders["Content-Security-Policy"]}; frame-src 'self'`,
};

/**
 * Headers of the mail itself, which may contain any HTML: no scripts, no forms, framed only by its
 * own page. It keeps its origin, because images of this server are blocked otherwise. Links open in
 * a new tab.
 */
const mailHeaders = {
  ...sharedHeaders,
  "Cache-Control": "no-store",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy": [
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
    "default-src 'none'",
    "img-src https: 'self' data:",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; "),
};

const perPage = 50;

/** Returns the mailbox: mails at `/sandbox/mail`, newest first, one at `/sandbox/mail/{id}`. */
export function createMailPages(db: Db): Hono {
  const pages = new Hono();

  pages.get("/sandbox/mail", async (call) => {
    const given = Number(call.req.query("page") ?? 1);
    const number = Number.isInteger(given) && given >= 1 && given <= 1_000_000 ? given : 1;
    return call.html(listPage(await readMails(db, number), number), 200, pageHeaders);
  });

  addStylesheet(pages, layout.stylesheet, stylesheet);

  pages.get("/sandbox/mail/:id", async (call) => {
    const mail = await readMail(db, call.req.param("id"));
    if (!mail) return call.html(missingPage(), 404, pageHeaders);
    return call.html(mailPage(mail), 200, frameHeaders);
  });

  pages.get("/sandbox/mail/:id/body", async (call) => {
    const mail = await readMail(db, call.req.param("id"));
    if (!mail) return call.html(missingPage(), 404, pageHeaders);
    return call.html(mail.html, 200, mailHeaders);
  });
  return pages;
}

const { html: _body, ...withoutBody } = getTableColumns(sandboxMails);
type ListedMail = Omit<typeof sandboxMails.$inferSelect, "html">;

/** Returns the mails of a page, and the first of the next page if there is one. */
const readMails = (db: Db, number: number): Promise<ListedMail[]> =>
  db
    .select(withoutBody)
    .from(sandboxMails)
    .orderBy(desc(sandboxMails.id))
    .limit(perPage + 1)
    .offset((number - 1) * perPage);

async function readMail(db: Db, id: string) {
  const [mail] = await db
    .select()
    .from(sandboxMails)
    .where(eq(sandboxMails.id, rowId(id)));
  return mail;
}

function listPage(found: readonly ListedMail[], number: number) {
  const mails = found.slice(0, perPage);
  return page(
    "Mail",
    html`<h1 lang="en">Mail</h1>
      ${
        mails.length === 0
          ? html`<p lang="en">${number === 1 ? "No mail has been sent yet." : "There are no more mails."}</p>`
          : html`<ul class="mails">
              ${mails.map(
                ({ id, subject, recipient, sent_at }) =>
                  html`<li><a href="/sandbox/mail/${id}">${subject}</a> <span>${recipient} · ${formatTime(sent_at)}</span></li>`,
              )}
            </ul>`
      }
      <p lang="en">
        ${number > 1 ? html`<a href="/sandbox/mail?page=${number - 1}">Newer</a>` : ""}
        ${found.length > perPage ? html`<a href="/sandbox/mail?page=${number + 1}">Older</a>` : ""}
      </p>`,
    layout,
  );
}

const mailPage = ({
  id,
  sender,
  recipient,
  subject,
  unsubscribe_url,
  sent_at,
}: typeof sandboxMails.$inferSelect) =>
  page(
    `${subject} · Mail`,
    html`<p lang="en"><a href="/sandbox/mail">All emails</a></p>
      <h1>${subject}</h1>
      <dl lang="en">
        <dt>From</dt><dd>${sender}</dd>
        <dt>To</dt><dd>${recipient}</dd>
        <dt>Sent</dt><dd>${formatTime(sent_at)}</dd>
        <dt>List-Unsubscribe</dt><dd>${unsubscribe_url}</dd>
      </dl>
      <iframe src="/sandbox/mail/${id}/body" title="${subject}"></iframe>`,
    layout,
  );

const missingPage = () =>
  page(
    "Not found",
    html`<h1 lang="en">There is no such mail.</h1><p lang="en">It was never sent.</p>`,
    layout,
  );

/** Returns a time as `2026-11-21 09:30 UTC`. */
const formatTime = (time: Date) => `${time.toISOString().replace("T", " ").slice(0, 16)} UTC`;

const stylesheet = `
main { max-width: 48rem; }
a { color: #9db4ff; }
h1 { font-size: 1.25rem; overflow-wrap: anywhere; }
.mails { list-style: none; margin: 1rem 0; padding: 0; }
.mails li { display: grid; padding: .6rem 0; border-bottom: 1px solid #2a2f3a; overflow-wrap: anywhere; }
.mails span { color: #a4abba; font-size: .875rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; font-size: .875rem; }
dt { color: #a4abba; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 75vh; border: 0; border-radius: 12px; background: #fff; color-scheme: light; }
`;
