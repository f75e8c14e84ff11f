import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI, { toFile } from "openai";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { createImageModel } from "../../../server/adapters/live/ai/image-model.ts";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { createFolderStore } from "../../../server/adapters/media/folder.ts";
import { storeMadeImage } from "../../../server/media/stored-media.ts";
import { imageKey, imageModel, startImages } from "../../peers/ai-images/peer.ts";
import type { Received } from "../../peers/support/peer.ts";

const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#c0392b" } })
    .png()
    .toBuffer();

/** The headers in which OpenAI's client speaks of itself. */
const ofClient = [
  ...["arch", "lang", "os", "package-version", "retry-count", "runtime", "runtime-version"].map(
    (name) => `x-stainless-${name}`,
  ),
  "x-stainless-timeout",
];

/** Our request and that of OpenAI's own client, for the same order. */
async function bothOf(withReference: boolean): Promise<readonly [Received, Received]> {
  const peer = await startImages({ image: await picture(), headers: ofClient });
  onTestFinished(() => peer.close());
  const folder = await mkdtemp(join(tmpdir(), "ai-images-sdk-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createFolderStore(folder);
  const ours = createImageModel({
    settings: {
      ...{ url: `${peer.origin}/v1`, key: imageKey, model: imageModel, size: "1024x1536" },
      ...{ edits: "auto", perDay: 100 },
    },
    http: createHttp({ proxy: null }),
    source: {
      store,
      clock: { now: () => new Date() },
      ownOrigins: ["http://localhost:4100"],
      folder: store.incoming,
    },
    take: async () => true,
    giveBack: async () => {},
    noted: () => undefined,
  });
  const mascot = await storeMadeImage(store, await picture(), "image/png");
  const reference = withReference ? { url: mascot, promptWithout: "A cup" } : undefined;
  const made = await ours.generate(
    { prompt: "A cup", seed: "1", reference },
    new AbortController().signal,
  );
  expect(made.ok).toBe(true);

  const client = new OpenAI({ apiKey: imageKey, baseURL: `${peer.origin}/v1`, maxRetries: 0 });
  const theirs = {
    model: imageModel,
    prompt: withReference
      ? "A cup. Keep the look of the character in the reference image."
      : "A cup",
    size: "1024x1536",
  } as const;
  const answer = await (withReference
    ? client.images.edit({
        ...theirs,
        image: [await toFile(await picture(), "mascot.png", { type: "image/png" })],
      })
    : client.images.generate({ ...theirs, n: 1 }));
  // The client reads the stand-in's answer as one of OpenAI.
  expect(answer.data?.[0]?.b64_json).toMatch(/^iVBOR/);
  const [one, other, ...more] = peer.requests;
  if (!one || !other || more.length > 0) throw new Error("There are two requests.");
  return [one, other];
}

const told = ({ method, path, rawQuery, headers }: Received) => ({
  ...{ method, path, rawQuery, authorization: headers.authorization },
  type: headers["content-type"]?.split(";")[0],
});

test("a generation is what OpenAI's own client sends", async () => {
  const [ours, theirs] = await bothOf(false);
  expect(told(ours)).toEqual(told(theirs));
  expect(ours.json()).toEqual(theirs.json());
});

test("an edit with the mascot is what OpenAI's own client sends", async () => {
  const [ours, theirs] = await bothOf(true);
  expect(told(ours)).toEqual(told(theirs));
  const fields = async (request: Received) =>
    (await request.parts())
      .map(([name, value]) => [name, value instanceof File ? [value.name, value.type] : value])
      .sort(([one], [other]) => String(one).localeCompare(String(other)));
  expect(await fields(ours)).toEqual(await fields(theirs));
  expect((await fields(ours)).map(([name]) => name)).toEqual([
    "image[]",
    "model",
    "prompt",
    "size",
  ]);
});
