import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { AtpAgent } from "@atproto/api";
import { afterAll } from "vitest";
import { z } from "zod";
import { type Front, forwarded, type Handler, startFront } from "./front.ts";

export type RealMember = {
  readonly did: string;
  readonly handle: string;
  readonly email: string;
  readonly password: string;
  readonly appPassword: string;
};

export type RealPds = {
  /** The server as its accounts name it, with faults on demand. */
  readonly front: Front;
  /** Hands requests to the server, for a front of its own. */
  readonly handler: Handler;
  readonly plc: string;
  /** Signs the tokens of sessions. */
  readonly jwtSecret: string;
  readonly createMember: (handle: string) => Promise<RealMember>;
  /** Deletes an account, as the server's owner can. */
  readonly deleteMember: (did: string) => Promise<void>;
  /** Deactivates an account, as its owner can for a while. */
  readonly deactivate: (member: RealMember) => Promise<void>;
  /** A client of its own, which asks the server itself. */
  readonly reader: AtpAgent;
  /** The client of a member who has logged in. */
  readonly agentOf: (member: RealMember) => Promise<AtpAgent>;
};

const originsSchema = z.object({ pds: z.url(), plc: z.url() });

/**
 * Starts the real server of the AT Protocol in a process of its own; it ends with the test file.
 *
 * @param hostname where accounts say they are hosted, by https; this machine's front without it
 * @param isUnlimited without the server's limits, which count by the machine's clock
 */
export async function startPds({
  hostname = "localhost",
  isUnlimited = false,
} = {}): Promise<RealPds> {
  let target = "";
  const front = await startFront((asked) => forwarded(asked, target));
  const jwtSecret = "canary-jwt-secret";
  const child = spawn(
    process.execPath,
    [
      "tests/peers/pds/start.mjs",
      new URL(front.origin).port,
      jwtSecret,
      hostname,
      ...(isUnlimited ? ["unlimited"] : []),
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  afterAll(async () => {
    child.stdin.end();
    await ended;
  });
  const line = await Promise.race([
    once(createInterface(child.stdout), "line"),
    ended.then(() => Promise.reject(new Error("The server of the AT Protocol did not start."))),
  ]);
  const { pds, plc } = originsSchema.parse(JSON.parse(String(line[0])));
  target = pds;
  /** A client goes on at the address that the account names, which is played for others only. */
  const newAgent = () => new AtpAgent({ service: pds, fetch: fetchAt(pds) });
  const agentOf = async ({ handle, password }: RealMember) => {
    const agent = newAgent();
    await agent.login({ identifier: handle, password });
    return agent;
  };

  return {
    front,
    handler: (asked) => forwarded(asked, pds),
    plc,
    jwtSecret,
    reader: newAgent(),
    agentOf,
    createMember: async (handle) => {
      const agent = newAgent();
      const password = `canary-password-of-${handle}`;
      const email = `${handle.replaceAll(".", "-")}@example.com`;
      const { data } = await agent.createAccount({ handle, email, password });
      const made = await agent.com.atproto.server.createAppPassword({ name: "console" });
      return { did: data.did, handle, email, password, appPassword: made.data.password };
    },
    deactivate: async (member) => {
      const agent = await agentOf(member);
      await agent.com.atproto.server.deactivateAccount({});
    },
    deleteMember: async (did) => {
      const answer = await fetch(`${pds}/xrpc/com.atproto.admin.deleteAccount`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Basic ${btoa("admin:admin")}`,
        },
        body: JSON.stringify({ did }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
  };
}

/** Sends every request to this origin, whatever it was addressed to. */
const fetchAt =
  (origin: string): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = await request.arrayBuffer();
    return fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      ...(body.byteLength > 0 && { body }),
    });
  };
