import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./project.mjs";

/**
 * What the built files must contain, although every test of the sources passes without it. The words
 * are those of the build: its strings and names of properties stay as they are.
 */
const facts = [
  {
    says: "the full list of endings of domains, in the console",
    folder: "dist/assets",
    words: ["photography", "zuerich"],
  },
  {
    says: "the full list of endings of domains, in the server",
    folder: "dist-server",
    words: ["photography", "zuerich"],
  },
  { says: "zod's setting for pages without eval", folder: "dist/assets", words: ["jitless:!0"] },
  {
    says: "the Content-Security-Policy in the console's page",
    folder: "dist",
    only: "index.html",
    words: ["Content-Security-Policy", "require-trusted-types-for"],
  },
  {
    says: "the Content-Security-Policy in the page of the mail preview",
    folder: "dist",
    only: "preview.html",
    words: ["Content-Security-Policy"],
  },
];

/** Returns what the build lacks, one sentence each. */
export async function missingFacts() {
  const found = await Promise.all(
    facts.map(async ({ says, folder, only, words }) => {
      const texts = await textsBelow(join(root, folder), only);
      const isThere = words.every((word) => texts.some((text) => text.includes(word)));
      return isThere ? [] : [`The build lacks ${says}.`];
    }),
  );
  return found.flat();
}

async function textsBelow(folder, only) {
  const files = await readdir(folder, { recursive: true });
  const read = files.filter((file) => (only ? file === only : /\.(js|html)$/.test(file)));
  return Promise.all(read.map((file) => readFile(join(folder, file), "utf8")));
}
