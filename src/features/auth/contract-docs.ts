import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { authApi } from "./contract";

describeFields(authApi.me.reply, { picture: "The address of a picture, or null." });

export const authDocs = documented(authApi, {
  me: {
    summary: "Says who is signed in.",
    sample: {
      reply: {
        name: "ana",
        picture:
          "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png?size=64",
      },
    },
  },
  logout: {
    summary: "Ends this session.",
    sample: {},
  },
  endAllSessions: {
    summary: "Ends all sessions of this user.",
    sample: {},
  },
});
