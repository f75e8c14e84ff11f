import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../../support/random";
import { freePort, listening, runServer, type Server } from "../console";
import type { Store } from "./store";

export type Victim = {
  readonly origin: string;
  /** How long each start took until it answered, in milliseconds. */
  readonly starts: readonly number[];
  readonly kills: () => number;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Starts it on what is there; now and then it is killed while it starts, and started once more. */
  readonly restart: () => Promise<void>;
  /** Ends it as Ctrl-C does. */
  readonly stop: () => Promise<void>;
};

/** The built server on the data of a store, and always at the same address. */
export async function createVictim(store: Store, random: Random): Promise<Victim> {
  const port = await freePort();
  const starts: number[] = [];
  let kills = 0;
  let server: Server | undefined;

  const run = () => {
    server = runServer({
      PORT: String(port),
      SEED: "0",
      SANDBOX_SPEED: "36000",
      // Long enough to be killed while a platform is asked.
      SANDBOX_LATENCY: "250",
      ...store.environment,
    });
    return server;
  };
  const start = async () => {
    starts.push(await listening(run(), port));
  };
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    server?.process.kill(signal);
    await server?.ended;
  };
  const kill = async () => {
    await end("SIGKILL");
    kills += 1;
  };
  return {
    origin: `http://localhost:${port}`,
    starts,
    kills: () => kills,
    start,
    kill,
    restart: async () => {
      while (random.chance(0.2)) {
        run();
        await sleep(random.between(20, 600));
        await kill();
      }
      await store.letTimePass();
      await start();
    },
    stop: () => end("SIGTERM"),
  };
}
