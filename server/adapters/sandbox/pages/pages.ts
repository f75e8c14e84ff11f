import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { html } from "hono/html";
import { platformLabel } from "@/entities/account/platforms";
import { queueItems, scheduledPosts } from "../../../db/schema.ts";
import type { Db } from "../../../kernel/context.ts";
import { rowId } from "../../../kernel/ids.ts";
import { iso } from "../../../kernel/times.ts";
import { sandboxImage } from "../art.ts";
import { clipUrl, sandboxClip } from "../video.ts";
import { createMailPages } from "./mail-pages.ts";
import { addStylesheet, page, pageHeaders, sharedHeaders } from "./page.ts";
import { createRedditPages } from "./reddit-pages.ts";
import { createShopPages } from "./shop-pages.ts";

const immutable = "public, max-age=31536000, immutable";

/** Returns the sandbox's pages: posts at `/sandbox/posts/{id}`, media, mails, shops and Reddit. */
export function createSandboxPages({ db }: { readonly db: Db }): Hono {
  const pages = new Hono();
  pages.route("/", createShopPages(db));
  pages.route("/", createMailPages(db));
  pages.route("/", createRedditPages());

  pages.get("/sandbox/posts/:id", async (call) => {
    const shown = await readPost(db, call.req.param("id"));
    return call.html(shown ? postPage(shown) : missingPage(), shown ? 200 : 404, pageHeaders);
  });

  addStylesheet(pages, "/sandbox/style.css", stylesheet);

  pages.get(clipUrl, (call) =>
    call.body(sandboxClip(), 200, {
      ...sharedHeaders,
      "Content-Type": "video/mp4",
      "Cache-Control": immutable,
    }),
  );

  pages.get("/media/sandbox/:file", (call) => {
    const [, seed] = /^([a-z0-9-]{1,40})\.svg$/.exec(call.req.param("file")) ?? [];
    if (seed === undefined) return call.notFound();
    return call.body(sandboxImage(seed), 200, {
      ...sharedHeaders,
      // The mail preview has an opaque origin, and a console may be on another origin.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Content-Type": "image/svg+xml",
      "Cache-Control": immutable,
      // An SVG opened as a page could run scripts.
      "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
  });
  return pages;
}

type ShownPost = {
  platform: string;
  username: string | null;
  at: Date | null;
  title: string | null;
  redditBody: string | null;
  text: string;
  imageUrl: string | null;
  thumbnailUrl: string | null;
  videoUrl: string | null;
};

async function readPost(db: Db, id: string): Promise<ShownPost | undefined> {
  const [shown] = await db
    .select({
      platform: scheduledPosts.platform_type,
      username: scheduledPosts.platform_username,
      at: scheduledPosts.published_at,
      title: queueItems.reddit_title,
      redditBody: queueItems.reddit_body,
      text: queueItems.text_content,
      imageUrl: queueItems.image_url,
      thumbnailUrl: queueItems.thumbnail_url,
      videoUrl: queueItems.video_url,
    })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(and(eq(scheduledPosts.id, rowId(id)), eq(scheduledPosts.status, "published")));
  return shown;
}

function postPage({
  platform,
  username,
  at,
  title,
  redditBody,
  text,
  imageUrl,
  thumbnailUrl,
  videoUrl,
}: ShownPost) {
  const label = platformLabel(platform);
  const name = username ?? label;
  const time = iso(at);
  return page(
    `${name} · ${label}`,
    html`<article>
      <header>
        <span class="avatar" aria-hidden="true">${[...name][0]?.toUpperCase()}</span>
        <div>
          <h1>${name}</h1>
          <p>${label}${time ? html` · <time datetime="${time}">${formatTime(time)}</time>` : ""}</p>
        </div>
      </header>
      ${platform === "reddit" && title ? html`<h2>${title}</h2>` : ""}
      <p class="text">${(platform === "reddit" && redditBody) || text}</p>
      ${imageUrl && !videoUrl ? html`<img src="${imageUrl}" alt="" />` : ""}
      ${videoUrl ? html`<video src="${videoUrl}" poster="${thumbnailUrl}" controls></video>` : ""}
    </article>`,
  );
}

const missingPage = () =>
  page(
    "Not found",
    html`<h1>There is no such post.</h1><p lang="en">It was never published here, or it was deleted.</p>`,
  );

/** Returns `2026-11-21T09:30:00.000Z` as `2026-11-21 09:30 UTC`. */
const formatTime = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;

const stylesheet = `
:root { color-scheme: dark; font: 16px/1.55 Inter, system-ui, sans-serif; background: #0f1115; color: #e8eaf0; }
body { margin: 0; }
.notice { margin: 0; padding: .6rem 1rem; background: #3a2f12; color: #ffe3a1; text-align: center; font-size: .875rem; }
main { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
article { background: #181b22; border: 1px solid #2a2f3a; border-radius: 16px; padding: 1.25rem; }
header { display: flex; gap: .75rem; align-items: center; }
.avatar { display: grid; place-items: center; flex: none; width: 44px; height: 44px; border-radius: 50%; background: #3b4a7a; font-weight: 600; }
h1 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
h2 { margin: 1rem 0 0; font-size: 1.125rem; }
header p { margin: 0; color: #a4abba; font-size: .875rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
img, video { display: block; width: 100%; border-radius: 12px; }
`;
