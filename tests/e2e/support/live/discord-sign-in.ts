import { discord } from "../../../peers/discord/discord";

const app = { clientId: "1234567890", clientSecret: "canary-client-secret" };
const operator = { id: "42", username: "mira" };

/** A stand-in for Discord, at which one administrator is logged in, and the server's variables for it. */
export const discordSignIn = {
  sites: { "discord.com": discord(app, operator) },
  environment: {
    DISCORD_CLIENT_ID: app.clientId,
    DISCORD_CLIENT_SECRET: app.clientSecret,
    ADMIN_IDS: operator.id,
  },
};
