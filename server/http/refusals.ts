import type { Endpoint, Refusals } from "@/shared/api/endpoint";
import { isIdName } from "@/shared/api/path";
import { Fault } from "../fault.ts";
import { Refusal } from "../refusal.ts";

/** With what a call may be refused, and when, besides 401, 422 and 500. */
export function refusalsOf({ path, refusals }: Endpoint): Refusals {
  const noun = nounsIn(path).find(({ isId }) => isId)?.noun;
  return { ...(noun && { 404: `There is no such ${noun}.` }), ...refusals };
}

/** Throws a Fault for a refusal that a caller cannot know of, since the contract does not name it. */
export function checkRefusal(endpoint: Endpoint, error: unknown): void {
  if (!(error instanceof Refusal) || error.status === 422) return;
  if (error.status === 401 ? endpoint.authenticated : error.status in refusalsOf(endpoint)) return;
  throw new Fault(
    `${endpoint.method} ${endpoint.path} is refused with ${error.status}, which its contract does not say: add it to its refusals.`,
  );
}

/** The parameters of a path, each with what it is, or is the id of. */
export const nounsIn = (path: string) =>
  [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, before = "", name = ""]) => ({
    name,
    isId: isIdName(name),
    noun:
      name === "id" ? (nouns[before] ?? singular(words(before))) : words(name.replace(/Id$/, "")),
  }));

/** What the part of a path before an id calls by another name. */
const nouns: Readonly<Record<string, string>> = {
  "account-groups": "group",
  "content-queue": "generated post",
  shopify: "Shopify integration",
};

/** `memeTemplates` and `meme-templates` as "meme templates". */
export const words = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase();

const singular = (noun: string) => noun.replace(/ies$/, "y").replace(/s$/, "");
