import { rm } from "node:fs/promises";
import { openDatabase } from "../../../../server/db/client";
import { migrate } from "../../../../server/db/migrate";
import { categories, groups, queueItems } from "../../../../server/db/schema";
import { liveWorld } from "../../../../server/ports/world";
import { storeWorld } from "../../../../server/world-check";
import { appView } from "../../../peers/bluesky/app-view";
import { countsOn } from "../../../peers/bluesky/counting";
import { forwarded } from "../../../peers/bluesky/front";
import { startPds } from "../../../peers/bluesky/real-pds";
import { startInternet } from "../../../peers/internet/internet";
import { freePort, listening, newFolder, runServer } from "../console";
import { discordSignIn } from "./discord-sign-in";

/**
 * Starts the built server in a live world, where bsky.social and the directory of accounts are a real
 * server of the AT Protocol; Bluesky's AppView and Discord are stand-ins.
 *
 * @param text of a post that waits for approval
 */
export async function startLiveConsole(text: string) {
  const [folder, port] = await Promise.all([newFolder(), freePort()]);
  const pds = await startPds({ hostname: "pds.zima.example" });
  const internet = await startInternet(folder, {
    "pds.zima.example": pds.handler,
    "bsky.social": pds.handler,
    "plc.directory": (asked) => forwarded(asked, pds.plc),
    "public.api.bsky.app": async (asked) => appView(await countsOn(pds.reader))(asked),
    ...discordSignIn.sites,
  });
  await storePending(folder, text);
  const environment = {
    ...internet.environment,
    PORT: String(port),
    DATA_DIR: folder,
    LIVE: "bluesky",
    ...discordSignIn.environment,
  };
  const server = runServer(environment);
  await listening(server, port);
  const end = async () => {
    server.process.kill("SIGTERM");
    await server.ended;
  };
  return {
    address: `http://localhost:${port}`,
    pds,
    internet,
    /** Ends the server, and runs `npm run live:check` on its data. */
    liveCheck: async (...given: readonly string[]) => {
      await end();
      const check = runServer(environment, "dist-server/maintenance.js", ["live-check", ...given]);
      return { code: await check.ended, output: check.output() };
    },
    stop: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stores a post for approval before the start: in a live world no model writes one yet. */
async function storePending(folder: string, text_content: string) {
  const database = await openDatabase({ dataDir: folder });
  await migrate(database);
  await storeWorld(database, liveWorld(["bluesky"], false));
  const { db } = database;
  const [group] = await db.insert(groups).values({ name: "Zima" }).returning();
  const [category] = await db
    .insert(categories)
    .values({
      group_id: group?.id ?? 0,
      name: "Kape",
      category_type: "evergreen",
      image_posts_per_day: 0,
      video_posts_per_day: 0,
      text_posts_per_day: 0,
      daily_generation_active: false,
    })
    .returning();
  await db
    .insert(queueItems)
    .values({ category_id: category?.id ?? 0, status: "pending_approval", text_content });
  await database.close();
}
