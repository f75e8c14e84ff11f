import { constants, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documented } from "@/shared/api/documented";
import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";
import { createLog } from "../../server/log.ts";
import { Refusal } from "../../server/refusal.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

const list = (path: string) => endpoint.get(path, { reply: listing(z.object({ n: z.number() })) });
const calls = {
  many: list("numbers/many"),
  none: list("numbers/none"),
  refused: list("numbers/refused"),
  broken: list("numbers/broken"),
  wrong: list("numbers/wrong"),
  slow: list("numbers/slow"),
  endless: list("numbers/endless"),
};
const docs = {
  summary: "Lists numbers.",
  refusals: { 404: "There are no such numbers." },
  sample: { reply: [{ n: 1 }] },
};
const numbers = documented(calls, {
  many: docs,
  none: docs,
  refused: docs,
  broken: docs,
  wrong: docs,
  slow: docs,
  endless: docs,
});

let goOn: () => void;
const waited = new Promise<void>((resolve) => {
  goOn = resolve;
});
async function* slow() {
  yield [{ n: 1 }];
  await waited;
  yield [{ n: 2 }];
}

let read = 0;
let ended = false;
const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    log: createLog({ level: "error", destination: { write: (line) => lines.push(line) } }),
    serve: {
      api: { numbers },
      handlers: {
        numbers: {
          many: async () => parts([[{ n: 1 }, { n: 2 }], [], [{ n: 3 }], [], [{ n: 4 }]]),
          none: async () => parts([[], []]),
          refused: async () => failing(0, new Refusal(404, "No such numbers.")),
          broken: async () => failing(2, new Error("secret: the value of a row")),
          endless: async () => {
            ended = false;
            return failing(Number.POSITIVE_INFINITY, new Error());
          },
          slow: async () => slow(),
          wrong: async () => parts([[{ n: 1 }], [{ n: "two" as unknown as number }]]),
        },
      },
    },
  });
});
afterAll(() => server.close());

async function* parts(given: { n: number }[][]) {
  yield* given;
}

/** Yields numbers without end, and fails after so many parts. */
async function* failing(after: number, error: Error) {
  try {
    for (read = 0; ; read++) {
      if (read === after) throw error;
      yield [{ n: read }];
    }
  } finally {
    ended = true;
  }
}

test("a list in parts is one array, whatever its parts", async () => {
  const answer = await server.request("numbers/many");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(await answer.text()).toBe('[{"n":1},{"n":2},{"n":3},{"n":4}]');
  expect(await (await server.request("numbers/none")).text()).toBe("[]");
});

test("a refusal before the first part is an ordinary answer", async () => {
  const answer = await server.request("numbers/refused");
  expect([answer.status, await answer.json()]).toEqual([404, { detail: "No such numbers." }]);
});

test.each(["broken", "wrong"])(
  "a later failure breaks the list off, and is logged: %s",
  async (name) => {
    lines.length = 0;
    const answer = await server.request(`numbers/${name}`);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow("A list broke off.");
    expect(lines).toEqual([expect.stringContaining("list broke off")]);
    expect(lines[0]).toContain(`numbers/${name}`);
    expect(lines[0]).not.toContain("secret");
  },
);

test("an endless list is read only as far as the client reads it", async () => {
  const answer = await server.request("numbers/endless");
  const reader = answer.body?.getReader();
  const part = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect([await part(), await part()]).toEqual(['[{"n":0}', ',{"n":1}']);
  await new Promise(setImmediate);
  expect(read).toBeLessThan(6);
  expect(ended).toBe(false);
  await reader?.cancel();
  expect(ended).toBe(true);
});

test("a part is sent as soon as it is ready, also compressed", async () => {
  const answer = await server.request("numbers/slow", { headers: { "Accept-Encoding": "gzip" } });
  expect(answer.headers.get("Content-Encoding")).toBe("gzip");
  expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
  const came: Uint8Array[] = [];
  const text = () => {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    return gunzipSync(Buffer.concat(came), options).toString();
  };
  const all = answer.body?.pipeTo(new WritableStream({ write: (part) => void came.push(part) }));
  await expect.poll(() => came.length > 0 && text()).toBe('[{"n":1}');
  goOn();
  await all;
  expect(text()).toBe('[{"n":1},{"n":2}]');
});

test("a later failure breaks a compressed list off too, and a client that leaves ends it", async () => {
  const headers = { "Accept-Encoding": "gzip" };
  const broken = await server.request("numbers/broken", { headers });
  await expect(broken.arrayBuffer()).rejects.toThrow();
  const endless = await server.request("numbers/endless", { headers });
  const reader = endless.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => ended).toBe(true);
});
