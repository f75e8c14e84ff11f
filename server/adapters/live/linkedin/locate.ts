import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { Published, Unsure, Waiting } from "../../../ports/publisher.ts";
import type { LinkedIn } from "./call.ts";
import { plainText } from "./little-text.ts";

/** Returns the address of a post, whose URN is `urn:li:share:…` or `urn:li:ugcPost:…`. */
export const linkOf = (urn: string) => `https://www.linkedin.com/feed/update/${urn}/`;

const postsSchema = z.object({
  elements: z.array(
    z.object({
      id: z.string(),
      commentary: z.optional(z.string()),
      /** Milliseconds since 1970. */
      createdAt: z.optional(z.number()),
    }),
  ),
});

const minute = 60_000;

/**
 * Looks for a post among the organization's newest ones. LinkedIn promises nowhere that a new post is
 * listed at once, so a post that is not there is never certainly absent. The posts of a member cannot
 * be read: LinkedIn gives that right to nobody any more.
 */
export async function locateOnLinkedIn(
  { author, isOrganization, read }: LinkedIn,
  text: string,
  since: Date,
  now: Date,
  signal: AbortSignal,
): Promise<Published | Waiting | Unsure | Refused> {
  if (!isOrganization) {
    return unsure("LinkedIn does not let programs read the posts of a member. Look at the profile");
  }
  const path = `/rest/posts?q=author&author=${encodeURIComponent(author)}&count=10&sortBy=CREATED`;
  const listed = await read(path, postsSchema, signal);
  if (listed.ok === "forbidden") {
    return unsure("This token may not read the organization's posts. Look at its page");
  }
  if (!listed.ok) return listed;
  const wanted = comparable(text);
  const found = listed.answer.elements.find(
    ({ commentary = "", createdAt = 0 }) =>
      createdAt >= since.getTime() - minute && comparable(plainText(commentary)) === wanted,
  );
  if (found) return { ok: true, externalId: found.id, url: linkOf(found.id) };
  const soon = since.getTime() + minute;
  return now.getTime() < soon
    ? { ok: "waiting", note: "LinkedIn may not list the post yet.", askAt: new Date(soon) }
    : unsure("LinkedIn does not list the post. Look at the organization's page");
}

const unsure = (advice: string): Unsure => ({ ok: "unsure", advice: `${advice} on LinkedIn.` });

const comparable = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();
