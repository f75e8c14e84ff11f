import { Discord } from "arctic";
import { z } from "zod";
import type { User } from "../../kernel/context.ts";
import type { Discord as DiscordConfig } from "../../settings/sign-in.ts";
import type { SignInPlatform } from "./sign-in-platform.ts";

/** Creates the sign-in with Discord, for the users on the list. */
export const discordSignIn = ({
  clientId,
  clientSecret,
  adminIds,
}: DiscordConfig): SignInPlatform => ({
  authorizationUrl: async (callback, { state, verifier }) =>
    new Discord(clientId, clientSecret, callback).createAuthorizationURL(state, verifier, [
      "identify",
    ]).href,
  confirm: async (callback, query, { verifier }) => {
    const code = query.get("code");
    // Discord sends none if the person declined.
    if (!code) return { turnedAway: "declined" };
    const app = { clientId, clientSecret, callback };
    const user = await confirmedUser(app, code, verifier);
    return adminIds.includes(user.id) ? { user } : { turnedAway: "stranger", id: user.id };
  },
});

type App = Omit<DiscordConfig, "adminIds"> & {
  /** The address to which Discord sends the browser back. */
  readonly callback: string;
};

/** Returns the user who signed in at Discord. Throws if Discord does not confirm it. */
async function confirmedUser(app: App, code: string, verifier: string): Promise<User> {
  const { access_token: token } = await read(tokenSchema, "oauth2/token", {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}` },
    // Not arctic's request, which sets its length itself: with undici loaded, as in a live world, Node's
    // fetch refuses to send that.
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri: app.callback,
    }),
  });
  return read(userSchema, "users/@me", { headers: { Authorization: `Bearer ${token}` } });
}

const tokenSchema = z.object({ access_token: z.string() });

const userSchema = z
  .object({ id: z.string(), username: z.string(), avatar: z.string().nullish() })
  .transform(({ id, username, avatar }) => ({
    id,
    name: username,
    picture: avatar ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png?size=64` : null,
  }));

async function read<Answer>(
  schema: z.ZodType<Answer>,
  path: string,
  request: RequestInit,
): Promise<Answer> {
  const response = await fetch(`https://discord.com/api/${path}`, {
    ...request,
    signal: AbortSignal.timeout(10_000),
  });
  return schema.parse(await response.json());
}
