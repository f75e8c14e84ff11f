import { constants, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documented } from "@/shared/api/docs/documented";
import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import { createLog } from "../../../server/kernel/log.ts";
import { Parts } from "../../../server/kernel/parts.ts";
import { Refusal } from "../../../server/kernel/refusal.ts";
import { createTestServer, type TestServer } from "../../support/server.ts";

const list = (path: string) => endpoint.get(path, { reply: listing(z.object({ n: z.number() })) });
const calls = {
  many: list("numbers/many"),
  none: list("numbers/none"),
  refused: list("numbers/refused"),
  broken: list("numbers/broken"),
  wrong: list("numbers/wrong"),
  slow: list("numbers/slow"),
  endless: list("numbers/endless"),
  kept: list("numbers/kept"),
  incomplete: list("numbers/incomplete"),
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
  kept: docs,
  incomplete: docs,
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
/** The list of `kept`, and the number of its reads. */
let stored = { revision: "first", numbers: [1, 2], reads: 0 };
/** The number of reads of `incomplete`, which breaks off. */
let attempts = 0;
const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    log: createLog({ level: "error", destination: { write: (line) => lines.push(line) } }),
    serve: {
      api: { numbers },
      handlers: {
        numbers: {
          many: async () => new Parts(() => given([[1, 2], [], [3], [], [4]])),
          none: async () => new Parts(() => given([[], []])),
          refused: async () => new Parts(() => failing(0, new Refusal(404, "No such numbers."))),
          broken: async () => new Parts(() => failing(2, new Error("secret: the value of a row"))),
          endless: async () => {
            ended = false;
            return new Parts(() => failing(Number.POSITIVE_INFINITY, new Error()));
          },
          slow: async () => new Parts(slow),
          wrong: async () => new Parts(() => given([[1], ["two" as unknown as number]])),
          kept: async () =>
            new Parts(() => {
              stored.reads++;
              return given(stored.numbers.map((n) => [n]));
            }, stored.revision),
          incomplete: async () =>
            new Parts(() => {
              attempts++;
              return failing(1, new Error());
            }, "first"),
        },
      },
    },
  });
});
afterAll(() => server.close());

async function* given(parts: number[][]) {
  for (const part of parts) yield part.map((n) => ({ n }));
}

/** Yields numbers without end, and fails after this number of parts. */
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

const ask = (name: string, headers: Record<string, string> = {}) =>
  server.request(`numbers/${name}`, { headers });

test("a list without changes is read once, whoever asks for it and however it is compressed", async () => {
  stored = { revision: "first", numbers: [1, 2], reads: 0 };
  const text = '[{"n":1},{"n":2}]';
  const first = await ask("kept");
  expect(await first.text()).toBe(text);
  const again = await ask("kept");
  expect([again.headers.get("Content-Type"), await again.text()]).toEqual([
    "application/json",
    text,
  ]);
  const packed = await ask("kept", { "Accept-Encoding": "gzip, br" });
  expect(packed.headers.get("Content-Encoding")).toBe("gzip");
  expect(packed.headers.get("Vary")).toBe("Accept-Encoding");
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(text);
  expect(stored.reads).toBe(1);

  stored = { revision: "second", numbers: [3], reads: 0 };
  expect(await (await ask("kept")).text()).toBe('[{"n":3}]');
  expect(stored.reads).toBe(1);
});

test("a client that has the list gets a 304, until the list changes", async () => {
  stored = { revision: "third", numbers: [1], reads: 0 };
  const tag = (await ask("kept")).headers.get("ETag") ?? "";
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  for (const held of [tag, `W/${tag}`]) {
    const again = await ask("kept", { "If-None-Match": held });
    expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, tag, ""]);
  }
  stored = { ...stored, revision: "fourth" };
  const changed = await ask("kept", { "If-None-Match": tag });
  expect([changed.status, await changed.text()]).toEqual([200, '[{"n":1}]']);
});

test("an incomplete list is not kept", async () => {
  for (const _ of [1, 2]) await expect((await ask("incomplete")).text()).rejects.toThrow();
  expect(attempts).toBe(2);
});

test("a list is kept once, and a slow answer does not replace a newer one", async () => {
  stored = { revision: "fifth", numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9], reads: 0 };
  const slow = await ask("kept");
  const reader = slow.body?.getReader();
  await reader?.read();
  stored = { revision: "sixth", numbers: [2], reads: 0 };
  expect(await (await ask("kept")).text()).toBe('[{"n":2}]');
  while (!(await reader?.read())?.done);
  expect(await (await ask("kept")).text()).toBe('[{"n":2}]');
  expect(stored.reads).toBe(1);
});
