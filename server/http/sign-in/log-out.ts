import { type Context as Call, Hono } from "hono";
import { authApi } from "@/features/auth/contract";
import type { Endpoint } from "@/shared/api/endpoint";
import type { User } from "../../kernel/context.ts";
import { addressOf } from "../serve.ts";
import { bearerToken, type Sessions } from "./sign-in.ts";

/**
 * Creates `POST /api/v1/auth/logout` and `/api/v1/auth/end-all-sessions`. A repeat of a call that was
 * done gets the same 204, though its token is no longer valid: browsers send a POST again by
 * themselves if the connection is cut, and a 401 would make it look failed.
 */
export function createLogOut(sessions: Sessions): Hono {
  const app = new Hono();
  const add = (
    endpoint: Endpoint,
    all: boolean,
    end: (user: User, token: string) => Promise<void>,
  ) => {
    const route = addressOf(endpoint);
    app.on(endpoint.method, route, async (call: Call) => {
      const authorization = call.req.header("Authorization");
      if (!(await sessions.isEnded(authorization, all))) {
        const user = await sessions.authenticate(authorization);
        call.set("userId", user.id);
        await end(user, bearerToken(authorization) ?? "");
      }
      return call.body(null, 204);
    });
    app.all(route, (call) =>
      call.json({ detail: "Method Not Allowed" }, 405, { Allow: endpoint.method }),
    );
  };
  add(authApi.logout, false, (_, token) => sessions.revoke(token));
  add(authApi.endAllSessions, true, ({ id }) => sessions.revokeAll(id));
  return app;
}
