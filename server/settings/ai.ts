import { z } from "zod";
import type { ImageSettings } from "../adapters/live/ai/image-model.ts";
import type { TextServer } from "../adapters/live/ai/text-model.ts";
import { StartError } from "../kernel/fault.ts";
import type { TextBudget } from "../ports/text-model.ts";
import { type Given, isService, price } from "./formats.ts";

/** The servers that write texts and paint images. */
export const aiVariables = {
  AI_IMAGE_URL: z
    .string()
    .refine(isService, "must be an address like https://api.openai.com/v1, without a query")
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  AI_IMAGE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be a key without spaces")
    .optional(),
  AI_IMAGE_MODEL: z.string().optional(),
  AI_IMAGE_SIZE: z
    .string()
    .regex(/^\d{2,4}x\d{2,4}$/, "must be a size in pixels, like 1024x1536")
    .default("1024x1536"),
  AI_IMAGE_EDITS: z.enum(["auto", "on", "off"], "must be auto, on or off").default("auto"),
  AI_IMAGE_PER_DAY: z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number below 1000000")
    .transform(Number)
    .default(100),
  AI_TEXT_URL: z
    .string()
    .refine(isService, "must be an address like https://api.openai.com/v1")
    .optional(),
  AI_TEXT_KEY: z.string().optional(),
  AI_TEXT_MODEL: z.string().optional(),
  AI_TEXT_PER_DAY: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "must be a whole number of texts, at least 1")
    .transform(Number)
    .default(500),
  AI_TEXT_PRICE_IN: price.optional(),
  AI_TEXT_PRICE_OUT: price.optional(),
};

type Variables = Given<typeof aiVariables>;

/** Returns undefined for a server that generates texts only. */
export function readImages(given: Variables): ImageSettings | undefined {
  const { AI_IMAGE_URL: url, AI_IMAGE_MODEL: model, AI_IMAGE_KEY: key } = given;
  const { AI_IMAGE_SIZE: size, AI_IMAGE_EDITS: edits, AI_IMAGE_PER_DAY: perDay } = given;
  if (url && model) return { url, key, model, size, edits, perDay };
  if (!url && !model && !key) return undefined;
  throw new StartError(
    "AI_IMAGE_URL and AI_IMAGE_MODEL must be set together: no model is the right one for every server.",
  );
}

export function readAiText(given: Variables): TextServer & TextBudget {
  const { AI_TEXT_URL: url, AI_TEXT_KEY: key, AI_TEXT_MODEL: model } = given;
  const { AI_TEXT_PRICE_IN: priceIn, AI_TEXT_PRICE_OUT: priceOut } = given;
  if (!url || !model) {
    throw new StartError(
      "For LIVE=ai set AI_TEXT_URL and AI_TEXT_MODEL: a server with OpenAI's API, and its model that writes.",
    );
  }
  if ((priceIn === undefined) !== (priceOut === undefined)) {
    throw new StartError("AI_TEXT_PRICE_IN and AI_TEXT_PRICE_OUT must be set together.");
  }
  const prices =
    priceIn === undefined || priceOut === undefined ? undefined : { in: priceIn, out: priceOut };
  return { url: url.replace(/\/+$/, ""), key, model, perDay: given.AI_TEXT_PER_DAY, prices };
}
