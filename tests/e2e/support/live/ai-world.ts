import { rm } from "node:fs/promises";
import { weekdays } from "@/entities/group/contract";
import { openDatabase } from "../../../../server/db/client";
import { migrate } from "../../../../server/db/migrate";
import { categories, groups } from "../../../../server/db/schema";
import { liveWorld } from "../../../../server/ports/world";
import { storeWorld } from "../../../../server/world-check";
import { aiKey, aiModel, startAi } from "../../../peers/ai/peer";
import { imageKey, imageModel, startImages } from "../../../peers/ai-images/peer";
import { standInPds } from "../../../peers/bluesky/pds-stand-in";
import { startInternet } from "../../../peers/internet/internet";
import { freePort, listening, newFolder, runServer } from "../console";
import { discordSignIn } from "./discord-sign-in";

const zima = {
  handle: "zima.example.com",
  did: "did:plc:abcdefghijklmnopqrstuvwx",
  email: "zima@example.com",
  password: "canary-app-password",
};

type Options = {
  /** The image that the model of images answers with. */
  readonly image: Uint8Array;
  /** The first publishing time of the group: its posts go out then, and in the weeks after. */
  readonly slot: Date;
};

/**
 * Starts the built server in a live world, whose models of texts and images, Bluesky and Discord are
 * stand-ins. Its group has a category of each kind that posts are generated for, and no account yet.
 */
export async function startAiConsole({ image, slot }: Options) {
  const [folder, port, ai, images] = await Promise.all([
    newFolder(),
    freePort(),
    startAi(),
    startImages({ image }),
  ]);
  const pds = standInPds(zima, () => "https://pds.zima.example");
  const internet = await startInternet(folder, {
    "bsky.social": pds.handler,
    "plc.directory": pds.handler,
    "pds.zima.example": pds.handler,
    ...discordSignIn.sites,
  });
  await storeGroup(folder, slot);
  const server = runServer({
    ...internet.environment,
    ...{ PORT: String(port), DATA_DIR: folder, LIVE: "ai,bluesky" },
    ...discordSignIn.environment,
    ...{ AI_TEXT_URL: ai.url, AI_TEXT_KEY: aiKey, AI_TEXT_MODEL: aiModel },
    ...{ AI_TEXT_PRICE_IN: "2.5", AI_TEXT_PRICE_OUT: "10" },
    ...{ AI_IMAGE_URL: `${images.origin}/v1`, AI_IMAGE_KEY: imageKey, AI_IMAGE_MODEL: imageModel },
  });
  await listening(server, port);
  return {
    address: `http://localhost:${port}`,
    ...{ ai, images, pds, internet, zima },
    stop: async () => {
      server.process.kill("SIGTERM");
      await server.ended;
      await rm(folder, { recursive: true, force: true });
      await Promise.all([ai.close(), images.close()]);
    },
  };
}

/** Before the start. The group publishes once a week, so that no post goes out during a test. */
async function storeGroup(folder: string, slot: Date) {
  const database = await openDatabase({ dataDir: folder });
  await migrate(database);
  await storeWorld(database, liveWorld(["ai", "bluesky"], false));
  const { db } = database;
  const time = `${slot.getHours()}:${String(slot.getMinutes()).padStart(2, "0")}`;
  const never = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [] };
  // Day 0 of a JavaScript week is Sunday.
  const weekday = weekdays[(slot.getDay() + 6) % 7] ?? "monday";
  const [group] = await db
    .insert(groups)
    .values({
      name: "Zima",
      publishing_times: { ...never, saturday: [], sunday: [], [weekday]: [time] },
      // That of the browser.
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    .returning();
  const category = {
    group_id: group?.id ?? 0,
    image_posts_per_day: 1,
    video_posts_per_day: 0,
    text_posts_per_day: 0,
  };
  await db.insert(categories).values([
    { ...category, name: "Kape", category_type: "evergreen", text_posts_per_day: 1 },
    { ...category, name: "Šale", category_type: "memes" },
    { ...category, name: "Ponuda", category_type: "sales" },
    {
      ...category,
      name: "Vesti",
      category_type: "evergreen",
      ...{ image_posts_per_day: 0, text_posts_per_day: 1, daily_generation_active: false },
    },
  ]);
  await database.close();
}
