import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../../../server/db/client";
import { migrate } from "../../../../server/db/migrate";
import { groups, subscribers, timetableSlots } from "../../../../server/db/schema";
import { liveWorld } from "../../../../server/ports/world";
import { storeWorld } from "../../../../server/world-check";
import { forwarded, type Reply } from "../../../peers/bluesky/front";
import { startInternet } from "../../../peers/internet/internet";
import { host, startShopify } from "../../../peers/shopify/peer";
import { smtpLogin, startSmtp } from "../../../peers/smtp/peer";
import { certificate, certificateOfSites } from "../../../peers/support/certificate";
import { freePort, listening, newFolder, runServer } from "../console";
import { discordSignIn } from "./discord-sign-in";

/**
 * Starts the built server in a live world, whose shop, mail server and Discord are stand-ins. Its group
 * has subscribers, and no integration yet. The server can be killed and started again.
 *
 * @param count of the subscribers
 */
export async function startShopConsole(count: number) {
  const [folder, port, smtp, shop] = await Promise.all([
    newFolder(),
    freePort(),
    startSmtp(),
    startShopify({ now: () => new Date() }),
  ]);
  /** Answers each call of the shop; it may carry the call out, and kill the server. */
  const hooks = { ofShop: (carryOut: () => Promise<Reply>) => carryOut() };
  const internet = await startInternet(folder, {
    [host]: (asked) => hooks.ofShop(() => forwarded(asked, shop.peer.origin)),
    ...discordSignIn.sites,
  });
  const authorities = join(folder, "authorities.pem");
  await writeFile(authorities, certificateOfSites.cert + certificate.cert);
  await onData(folder, async ({ db }) => {
    const [group] = await db.insert(groups).values({ name: "Zima" }).returning();
    await db.insert(subscribers).values(
      Array.from({ length: count }, (_, n) => ({
        group_id: group?.id ?? 0,
        email: `citalac${n}@example.com`,
        name: `Čitalac ${n}`,
      })),
    );
  });
  const { user, pass } = smtpLogin;
  const environment = {
    ...internet.environment,
    NODE_EXTRA_CA_CERTS: authorities,
    ...{ PORT: String(port), DATA_DIR: folder, LIVE: "shopify,smtp" },
    SMTP_URL: `smtp://${user}:${encodeURIComponent(pass)}@localhost:${smtp.port}`,
    ...discordSignIn.environment,
    // The links to unsubscribe lead to the first one, and the browser is at the second one.
    PUBLIC_ORIGINS: `https://console.zima.example,http://localhost:${port}`,
  };
  let server = runServer(environment);
  await listening(server, port);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    server.process.kill(signal);
    await server.ended;
  };
  const start = async () => {
    server = runServer(environment);
    await listening(server, port);
  };
  return {
    address: `http://localhost:${port}`,
    ...{ smtp, shop, internet, hooks },
    /** Kills the server without notice, and starts it again. */
    killed: async () => {
      await end("SIGKILL");
      await start();
    },
    /** Starts the server again, after it was away when the newsletter was due. */
    awayOnMonday: async () => {
      await end("SIGTERM");
      await onData(folder, ({ db }) =>
        db
          .update(timetableSlots)
          .set({ slot: new Date("2026-01-05T08:00:00Z") })
          .where(eq(timetableSlots.name, "newsletter")),
      );
      await start();
    },
    stop: async () => {
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
      await Promise.all([smtp.close(), shop.peer.close()]);
    },
  };
}

/** Works on the data of a server that does not run. */
async function onData(
  folder: string,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>,
) {
  const database = await openDatabase({ dataDir: folder });
  await migrate(database);
  await storeWorld(database, liveWorld(["shopify", "smtp"], false));
  await work(database);
  await database.close();
}
