import * as z from "zod/mini";
import { Fault } from "../../../kernel/fault.ts";
import { storeMadeImage } from "../../../media/stored-media.ts";
import type { ImageModel, ImageOrder, MadeImage } from "../../../ports/image-model.ts";
import type { Refused } from "../../../ports/outcome.ts";
import { openImage, refusalOfImage } from "../compose/open-image.ts";
import { type ReadImage, readImage } from "../compose/read-image.ts";
import type { Call, File, Http } from "../http.ts";
import type { Source } from "../media/fetch-media.ts";
import { type AiServer, type Ask, type AskResult, createAsk } from "./ai-server.ts";
import { type RecordedOrder, recordingOrder } from "./text-model.ts";

export type ImageSettings = AiServer & {
  readonly model: string;
  /** `1024x1536` */
  readonly size: string;
  /** The use of a reference image: `auto` tries, until the server says that it cannot. */
  readonly edits: "auto" | "on" | "off";
  /** The number of images that are asked for in a day, at most. */
  readonly perDay: number;
};

/** Without tokens: few servers say how many an image took. */
type RecordedImage = Omit<RecordedOrder, "tokens">;

type Options = {
  readonly settings: ImageSettings;
  readonly http: Http;
  readonly source: Source;
  /** Takes one image of the day's number; false if there is none left. */
  readonly take: () => Promise<boolean>;
  /** Gives the image back that was taken last: the server did not take the order. */
  readonly release: () => Promise<void>;
  readonly record: (order: RecordedImage) => void;
};

export const imageVariables = {
  url: "AI_IMAGE_URL",
  key: "AI_IMAGE_KEY",
  model: "AI_IMAGE_MODEL",
};

/** An image in base64 has more bytes than any other answer. */
export const longestAnswer = 40_000_000;

/** The size of a stored image, in pixels: the shape that Instagram shows largest. */
const width = 1080;
const height = 1350;
/** The longer side of a reference, in pixels. */
const largestReference = 1536;

const noneLeft: Refused = {
  ok: false,
  error:
    "Today's limit of images is reached. AI_IMAGE_PER_DAY on the server sets it, per day in UTC.",
};

/**
 * Generates images with a server that speaks OpenAI's API. If the server has edits, an image with a
 * reference is an edit of it. Each is cropped to 4:5 and stored in the media store.
 */
export function createImageModel({
  settings,
  http,
  source,
  take,
  release,
  record,
}: Options): ImageModel {
  const { store } = source;
  const { now } = source.clock;
  const ask = createAsk({ http, server: settings, variables: imageVariables, now });
  // A server that has no edits never has them.
  let hasEdits = settings.edits !== "off";

  return {
    generate: async (order, signal) => {
      const reference =
        order.reference && hasEdits
          ? await readReference(order.reference.url, source, signal)
          : undefined;
      if (reference && "ok" in reference) return reference;
      if (!(await take())) return noneLeft;
      let tries = 0;
      const counted: Ask = (call) => {
        tries += 1;
        return ask(call);
      };
      return recordingOrder(
        () => make(order, reference, counted, signal),
        (outcome, ms) => record({ model: settings.model, outcome, ms, tries }),
      );
    },
  };

  async function make(
    order: ImageOrder,
    reference: File | undefined,
    counted: Ask,
    signal: AbortSignal,
  ): Promise<MadeImage | Refused> {
    const asked = await send(order, reference, counted, signal);
    if (!asked.ok) {
      const { status, said, ...refusal } = asked;
      if (refusal.why === "later") await release();
      return refusal;
    }
    const image = await imageIn(asked.json, settings, source, signal);
    if (!image.ok) return image;
    return { ok: true, url: await storeMadeImage(store, await crop(image), "image/jpeg") };
  }

  async function send(
    order: ImageOrder,
    reference: File | undefined,
    counted: Ask,
    signal: AbortSignal,
  ): Promise<AskResult> {
    if (reference) {
      const asked = await counted({ ...editOf(settings, order, reference), signal });
      if (settings.edits === "on" || !hasNoEdits(asked)) return asked;
      hasEdits = false;
    }
    return counted({ ...generationOf(settings, order), signal });
  }
}

/**
 * Returns the body of the call, with nothing that is not needed: servers refuse parameters that they
 * do not know.
 */
const generationOf = ({ model, size }: ImageSettings, { prompt, reference }: ImageOrder) => ({
  method: "POST" as const,
  path: "/images/generations",
  json: { model, prompt: reference?.promptWithout ?? prompt, n: 1, size },
});

const editOf = ({ model, size }: ImageSettings, { prompt }: ImageOrder, image: File) => ({
  method: "POST" as const,
  path: "/images/edits",
  parts: [
    ["model", model],
    ["prompt", `${prompt}. Keep the look of the character in the reference image.`],
    ["size", size],
    ["image[]", image],
  ] satisfies Call["parts"],
});

/** Returns whether an answer to an edit says that the server, or its model, has none. */
function hasNoEdits(asked: AskResult): boolean {
  if (asked.ok || asked.why) return false;
  const { status = 0, said } = asked;
  const isOfModel = said?.code === "model_not_found";
  // A server names the models that it has edits for.
  const isOfOtherModels = status === 400 && /\(model\)|'model'/.test(said?.words ?? "");
  return (status === 404 && !isOfModel) || status === 405 || status === 501 || isOfOtherModels;
}

/** Returns the mascot's image as PNG, which keeps its transparency, without its metadata. */
async function readReference(
  url: string,
  source: Source,
  signal: AbortSignal,
): Promise<File | Refused> {
  const image = await readImage(url, source, signal);
  if (!image.ok) return image;
  const bytes = await openImage(image.bytes)
    .autoOrient()
    .resize({
      width: largestReference,
      height: largestReference,
      fit: "inside",
      withoutEnlargement: true,
    })
    .png()
    .toBuffer();
  return { bytes: new Uint8Array(bytes), type: "image/png", name: "mascot.png" };
}

const answerSchema = z.object({
  data: z.array(z.object({ b64_json: z.nullish(z.string()), url: z.nullish(z.string()) })),
});

/** Returns the image in an answer, or at the address in it, which is asked at once: it soon ends. */
async function imageIn(
  json: unknown,
  { url }: AiServer,
  source: Source,
  signal: AbortSignal,
): Promise<ReadImage | Refused> {
  const answer = answerSchema.safeParse(json);
  const [image] = answer.success ? answer.data.data : [];
  if (image?.b64_json) {
    const bytes = new Uint8Array(Buffer.from(image.b64_json, "base64"));
    return refusalOfImage(bytes, "the AI server") ?? { ok: true, bytes };
  }
  if (!image?.url) throw new Fault("The AI server's answer has no image in it.");
  // A server in the network of whoever set this one up keeps its images itself.
  const trusted = [new URL(url).origin];
  const read = await readImage(image.url, { ...source, trusted }, signal);
  // Later, the address may be void: only another order helps.
  if (!read.ok && read.why === "later") throw new Fault(read.error);
  return read;
}

async function crop({ bytes }: ReadImage): Promise<Buffer> {
  try {
    return await openImage(bytes)
      .autoOrient()
      .flatten({ background: "white" })
      .resize({ width, height, fit: "cover" })
      .jpeg({ quality: 88 })
      .toBuffer();
  } catch {
    throw new Fault("The AI server's image is damaged.");
  }
}
