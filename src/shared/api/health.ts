import { z } from "@/shared/config/zod";
import { endpoint } from "./endpoint";

/**
 * The server's description of itself. A backend without this endpoint counts as one of the spec
 * alone.
 */
export const healthApi = {
  read: endpoint.get("/healthz", {
    authenticated: false,
    reply: z.object({
      status: z.string(),
      /** True if posts, texts and figures come from the built-in stand-in for the outside world. */
      sandbox: z.nullish(z.boolean()),
      capabilities: z.nullish(z.array(z.string())),
    }),
  }),
};
