import { documented } from "@/shared/api/documented";
import { authApi } from "./contract";

export const authDocs = documented(authApi, {
  logout: {
    summary: "Ends this session.",
    sample: {},
  },
  endAllSessions: {
    summary: "Ends all sessions of this user.",
    sample: {},
  },
});
