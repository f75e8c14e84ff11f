import type { Context as Call } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { Clock } from "../../ports/clock.ts";
import type { Secrets } from "../../ports/secrets.ts";

type Ports = { readonly secrets: Secrets; readonly clock: Clock };

const timeLimit = 600_000;

/** `until` is in milliseconds since 1970. */
const sealedSchema = z.object({ content: z.unknown(), until: z.number() });

/**
 * Returns a cookie for the 10 minutes in which a person is at another site. It is encrypted for this
 * name alone, and its end is part of its content: a browser, or whoever copied it, may keep it longer.
 *
 * @param path the only path that it is sent to
 */
export function sealedCookie<Schema extends z.ZodType>({
  name,
  path,
  content,
}: {
  readonly name: string;
  readonly path: string;
  readonly content: Schema;
}) {
  const place = `cookie ${name}`;
  return {
    set: (call: Call, { secrets, clock }: Ports, value: z.input<Schema>, isSecure: boolean) => {
      const until = clock.now().getTime() + timeLimit;
      setCookie(call, name, secrets.seal(JSON.stringify({ content: value, until }), place), {
        httpOnly: true,
        sameSite: "Lax",
        path,
        maxAge: timeLimit / 1000,
        secure: isSecure,
      });
    },
    /** Reads and deletes the cookie; undefined if it is missing, too old or not of this server. */
    take: (call: Call, { secrets, clock }: Ports): z.output<Schema> | undefined => {
      const sealed = getCookie(call, name);
      deleteCookie(call, name, { path });
      if (sealed === undefined) return undefined;
      try {
        const read = sealedSchema.parse(JSON.parse(secrets.open(sealed, place)));
        return read.until > clock.now().getTime() ? content.parse(read.content) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
