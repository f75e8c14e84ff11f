import { z } from "zod";
import { StartError } from "../kernel/fault.ts";
import { flag, type Given, list } from "./formats.ts";

/** Returns whether a text is a provider's name for itself: it may have a path, and nothing behind it. */
function isIssuer(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && !/[?#]/.test(text) && !url.username && !url.password;
}

/** The provider with which operators sign in, and who may. */
export const signInVariables = {
  CHAT_PLATFORM: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "must be a name in small letters, like discord")
    .default("discord"),
  DISCORD_CLIENT_ID: z.string().optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, "must be the https address by which the provider names itself")
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z
    .string()
    .regex(/^[^<>"\p{C}]{1,40}$/u, "must be a name of at most 40 characters, like Example ID")
    .optional(),
  ADMIN_IDS: list.default([]),
  DEV_LOGIN: flag.default(false),
};

type Variables = Given<typeof signInVariables>;

export type SignIn = {
  readonly chatPlatform: string;
  readonly discord: Discord | undefined;
  readonly oidc: Oidc | undefined;
  /** True if other machines may use the built-in sign-in of a sandbox. */
  readonly devLogin: boolean;
};

export type Discord = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The Discord users who may sign in. */
  readonly adminIds: readonly string[];
};

/** A provider of OpenID Connect. */
export type Oidc = {
  /** `https://id.example.com/realms/shop` */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the login screen. */
  readonly label: string;
  /** The users who may sign in: subjects of the provider, and addresses of verified mail. */
  readonly adminIds: readonly string[];
};

export function readSignIn(given: Variables): SignIn {
  const oidc = readOidc(given);
  return {
    chatPlatform: oidc ? "oidc" : given.CHAT_PLATFORM,
    discord: readDiscord(given),
    oidc,
    devLogin: given.DEV_LOGIN,
  };
}

function readDiscord(given: Variables): Discord | undefined {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = given;
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret) {
    throw new StartError("DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET must be set together.");
  }
  if (given.ADMIN_IDS.length === 0) {
    throw new StartError("ADMIN_IDS must name the Discord users who may sign in, by their ids.");
  }
  return { clientId, clientSecret, adminIds: given.ADMIN_IDS };
}

function readOidc(given: Variables): Oidc | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = given;
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_LABEL: label } = given;
  if (!issuer && !clientId && !clientSecret && !label) return undefined;
  if (!issuer || !clientId || !clientSecret) {
    throw new StartError(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.",
    );
  }
  if (given.DISCORD_CLIENT_ID || given.DISCORD_CLIENT_SECRET) {
    throw new StartError(
      "Operators sign in with Discord or with OpenID Connect: set DISCORD_… or OIDC_…, not both.",
    );
  }
  if (given.ADMIN_IDS.length === 0) {
    throw new StartError(
      "ADMIN_IDS must name the users of OIDC_ISSUER who may sign in, by their sub or their verified email.",
    );
  }
  return {
    ...{ issuer, clientId, clientSecret, label: label ?? "Single Sign-On" },
    adminIds: given.ADMIN_IDS,
  };
}

/** Returns the provider that operators sign in with; undefined for the built-in sign-in. */
export const signInOf = ({
  chatPlatform,
  discord,
  oidc,
}: Pick<SignIn, "chatPlatform" | "discord" | "oidc">): Discord | Oidc | undefined =>
  oidc ?? (chatPlatform === "discord" ? discord : undefined);

/** Returns the name of that place: 'Discord'. */
export const chatPlatformName = ({
  chatPlatform,
  oidc,
}: Pick<SignIn, "chatPlatform" | "oidc">): string =>
  oidc?.label ?? `${chatPlatform.charAt(0).toUpperCase()}${chatPlatform.slice(1)}`;
