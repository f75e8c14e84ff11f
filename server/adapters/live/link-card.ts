import { load } from "cheerio";
import { withTimeLimit } from "../../kernel/time-limit.ts";
import type { Answer, Http } from "./http.ts";
import type { ImageProfile, Media, Reader, ReadyImage } from "./media/media.ts";

export type Card = {
  readonly uri: string;
  readonly title: string;
  /** Empty if the page has none. */
  readonly description: string;
  readonly image: ReadyImage | undefined;
};

type CardOptions = {
  /** The account of the post. */
  readonly account: Reader;
  readonly http: Http;
  readonly media: Media;
  /** The limits of the platform for the card's picture. */
  readonly picture: ImageProfile;
  readonly signal: AbortSignal;
};

/** The longest time that a page may take, in ms: the post does not wait for it longer. */
const timeout = 10_000;

/**
 * Returns the card of a link: what its page says about itself. Undefined if the page cannot be read or
 * has no title, because a card never decides a post.
 */
export async function cardOf(uri: string, reach: CardOptions) {
  const { signal } = reach;
  try {
    return await withTimeLimit(timeout, signal, (limited) =>
      readCard(uri, { ...reach, signal: limited }),
    );
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function readCard(uri: string, reach: CardOptions): Promise<Card | undefined> {
  const page = await readPage(uri, reach);
  if (!page) return undefined;
  const $ = load(page.html);
  const meta = (...names: readonly string[]) =>
    names
      .map((name) => $(`meta[property="${name}"], meta[name="${name}"]`).first().attr("content"))
      .find((content) => content?.trim())
      ?.trim();
  const title = meta("og:title", "twitter:title") ?? $("title").first().text().trim();
  if (!title) return undefined;
  const description = meta("og:description", "twitter:description", "description") ?? "";
  const picture = meta("og:image", "og:image:url", "twitter:image");
  return {
    uri,
    title: beginning(title, 300),
    description: beginning(description, 1000),
    image: picture ? await readPicture(picture, page.url, reach) : undefined,
  };
}

/** Follows up to three redirects; each address is checked again. */
async function readPage(uri: string, { http, signal }: CardOptions) {
  let url = uri;
  for (let redirects = 0; redirects <= 3; redirects++) {
    const answer = await http({
      method: "GET",
      url,
      headers: { accept: "text/html", "user-agent": "SocialPublishingConsole/1.0 (link preview)" },
      reach: "public",
      signal,
    });
    const location = answer.headers.get("location");
    if (answer.status < 300 || answer.status > 399 || !location) {
      return isPage(answer) ? { url, html: answer.text } : undefined;
    }
    url = new URL(location, url).href;
  }
  return undefined;
}

const isPage = ({ status, headers }: Answer) =>
  status === 200 &&
  /^(text\/html|application\/xhtml\+xml)\b/i.test(headers.get("content-type") ?? "");

async function readPicture(address: string, base: string, reach: CardOptions) {
  const { account, media, picture, signal } = reach;
  try {
    // Without its host, an address would name a file of this server.
    const { href } = new URL(address, base);
    const image = await media.image(href, picture, account, signal);
    return image.ok ? image : undefined;
  } catch {
    return undefined;
  }
}

/** Cuts a text off: a server takes records of 150 kB, and a page can say anything of any length. */
const beginning = (text: string, length: number) => [...text].slice(0, length).join("");
