import { rm } from "node:fs/promises";
import { readConfig } from "../../../../server/config";
import { openDatabase } from "../../../../server/db/client";
import { migrate } from "../../../../server/db/migrate";
import { groups, queueItems, scheduledPosts } from "../../../../server/db/schema";
import { insertAccount } from "../../../../server/features/accounts/accounts";
import { createSessions } from "../../../../server/http/sign-in/sign-in";
import { createSecretBox, deriveKey } from "../../../../server/keys/secret-box";
import { liveWorld } from "../../../../server/ports/world";
import { storeWorld } from "../../../../server/world-check";
import { type Asked, forwarded } from "../../../peers/bluesky/front";
import { startInternet } from "../../../peers/internet/internet";
import { startThreads, zima } from "../../../peers/threads/peer";
import { freePort, listening, newFolder, runServer, type Server } from "../console";
import { discordSignIn } from "./discord-sign-in";

const key = new Uint8Array(32).fill(7);

/** True if the server is killed at a call of Threads: before the call has an effect, or after it. */
export type Fate = "well" | "before" | "after";

/**
 * Starts the built server in a live world, where Threads is a stand-in. Its group has one account, and
 * posts with these texts that are due. The server is killed with SIGKILL at the calls that `fateOf` names,
 * and starts again on the same data.
 */
export async function startThreadsConsole(texts: readonly string[], fateOf: (call: Asked) => Fate) {
  const [folder, port, threads] = await Promise.all([
    newFolder(),
    freePort(),
    startThreads({ now: () => new Date() }),
  ]);
  const internet = await startInternet(folder, {
    "graph.threads.net": async (asked) => {
      const fate = fateOf(asked);
      const reply =
        fate === "before" ? { status: 503 } : await forwarded(asked, threads.peer.origin);
      if (fate !== "well") kill();
      return reply;
    },
    ...discordSignIn.sites,
  });
  const environment = {
    ...internet.environment,
    ...{ PORT: String(port), DATA_DIR: folder, LIVE: "threads" },
    SECRET_KEY: Buffer.from(key).toString("hex"),
    ...discordSignIn.environment,
  };
  const { token, group } = await prepare(folder, environment, texts);

  const killed = new Set<Server>();
  let server = runServer(environment);
  /** Until it listens, or is killed before that. */
  const started = async (own: Server) => {
    await listening(own, port).catch((error: unknown) => {
      if (!killed.has(own)) throw error;
    });
  };
  let restarted = started(server);
  /** At once, while its call waits for the answer. */
  function kill() {
    const victim = server;
    killed.add(victim);
    victim.process.kill("SIGKILL");
    restarted = victim.ended.then(() => {
      server = runServer(environment);
      return started(server);
    });
  }
  await restarted;
  return {
    ...{ threads, group },
    kills: () => killed.size,
    /** The reply to a call of the signed-in operator; undefined while the server is away. */
    ask: async (path: string, init: { key?: string; json?: unknown } = {}) => {
      const answer = await fetch(`http://localhost:${port}/api/v1/${path}`, {
        method: init.json === undefined ? "GET" : "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          ...(init.key && { "Idempotency-Key": init.key }),
          ...(init.json !== undefined && { "Content-Type": "application/json" }),
        },
        ...(init.json !== undefined && { body: JSON.stringify(init.json) }),
      }).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      return answer && text !== undefined ? { status: answer.status, text } : undefined;
    },
    stop: async () => {
      await restarted;
      server.process.kill("SIGTERM");
      await server.ended;
      await rm(folder, { recursive: true, force: true });
      await threads.peer.close();
    },
  };
}

/** Before the start: the records, and a session of the administrator. */
async function prepare(
  folder: string,
  environment: Readonly<Record<string, string>>,
  texts: readonly string[],
) {
  const database = await openDatabase({ dataDir: folder });
  await migrate(database);
  await storeWorld(database, liveWorld(["threads"], false));
  const { db } = database;
  const [group] = await db.insert(groups).values({ name: "Zima" }).returning();
  const group_id = group?.id ?? 0;
  const platform_type = "threads" as const;
  const account = await insertAccount(db, createSecretBox(key), {
    ...{ group_id, platform_type, platform_username: zima.username, is_active: true },
    credentials: { threads_user_id: zima.id, access_token: zima.token },
  });
  const items = await db
    .insert(queueItems)
    .values(texts.map((text_content) => ({ status: "approved" as const, text_content })))
    .returning();
  await db.insert(scheduledPosts).values(
    items.map(({ id }) => ({
      ...{ queue_item_id: id, group_id, account_id: account?.id ?? 0, platform_type },
      publish_at: new Date(),
    })),
  );
  const sessions = createSessions({
    config: readConfig(environment),
    database,
    key: deriveKey(key, "sessions"),
    now: () => new Date(),
  });
  const token = await sessions.issue({ id: discordSignIn.environment.ADMIN_IDS, name: "mira" });
  await database.close();
  return { token, group: group_id };
}
