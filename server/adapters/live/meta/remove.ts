import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { Removed } from "../../../ports/publisher.ts";
import type { Meta } from "./meta.ts";

/**
 * Deletes a post of a page or of Threads, which takes the permission `threads_delete`:
 * https://developers.facebook.com/documentation/threads/posts/delete-posts
 */
export async function removePost(meta: Meta, url: string): Promise<Removed | Refused> {
  const reply = await meta({ method: "DELETE", url }, z.object({ success: z.literal(true) }));
  if (reply.ok) return { ok: true };
  if (!reply.isCertain) throw new Error(reply.refused.error);
  return reply.refused;
}
