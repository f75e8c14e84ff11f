import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../../support/random";
import { freePort, listening, runServer, type Server } from "../console";
import type { Store } from "./store";

export type Victim = {
  readonly origin: string;
  /** The time that each start took until the server answered, in milliseconds. */
  readonly starts: readonly number[];
  readonly kills: () => number;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Its output, if it has ended by itself; undefined if it runs or was ended by the test. */
  readonly hasFailed: () => string | undefined;
  /** Starts it on the existing data; sometimes kills it during the start and starts it again. */
  readonly restart: () => Promise<void>;
  /** Ends it with SIGTERM. */
  readonly stop: () => Promise<void>;
};

/** Prepares the built server on a store's data, always at the same address. */
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
      // Long enough for a kill during a call to a platform.
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
    hasFailed: () =>
      server && server.process.exitCode !== null ? server.output().slice(-2000) : undefined,
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
