import { existsSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../../shared");

/**
 * Documents of others that judge the console, by their paths. They are not ours to publish, so they lie
 * beside the project on some machines only; elsewhere the tests that read them are left out, which the
 * end of a run says.
 */
export const documents = {
  specification: resolve(folder, "spec/product.md"),
  twitterText: resolve(folder, "connectors/data/twitter-text"),
  redditAnswers: resolve(folder, "connectors/data/reddit-answers"),
  threadsCollection: resolve(folder, "connectors/data/threads-postman.json"),
  xDescription: resolve(folder, "connectors/data/x-openapi.json"),
};

export const hasDocument = (name: keyof typeof documents) => existsSync(documents[name]);
