import { z } from "@/shared/config/zod";
import { endpoint } from "./endpoint";
import { lenient } from "./reply/lenient";
import { listing } from "./reply/listing";

/**
 * The server's description of itself. A backend without this endpoint counts as one of the spec
 * alone.
 */
export const healthApi = {
  read: endpoint.get("/healthz", {
    authenticated: false,
    reply: z.object({
      status: lenient(z.string()),
      /** True if posts, texts and figures come from the built-in stand-in for the outside world. */
      sandbox: lenient(z.nullish(z.boolean())),
      /** `held`: a rehearsal, in which nothing is written to real services. */
      world: lenient(z.nullish(z.string())),
      /** By the name of a platform or service: `played`, `real`, `held` or `off`. */
      outside: lenient(z.nullish(z.record(z.string(), lenient(z.string())))),
      capabilities: lenient(z.nullish(listing(z.string()))),
    }),
  }),
};
