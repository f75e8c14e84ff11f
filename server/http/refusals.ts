import type { Documented, Refusals } from "@/shared/api/docs/documented";
import { isIdName } from "@/shared/api/path";
import { Fault } from "../kernel/fault.ts";
import { Refusal } from "../kernel/refusal.ts";

/** Returns the statuses that an endpoint may refuse with, and why, besides 401, 422 and 500. */
export function refusalsOf({ path, refusals }: Documented): Refusals {
  const noun = nounsIn(path).find(({ isId }) => isId)?.noun;
  return { ...(noun && { 404: `There is no such ${noun}.` }), ...refusals };
}

/** Throws a Fault for a refusal whose status is missing in the contract: callers cannot expect it. */
export function checkRefusal(endpoint: Documented, error: unknown): void {
  // Any call may answer them: what it was sent is wrong, or too large.
  if (!(error instanceof Refusal) || error.status === 422 || error.status === 413) return;
  if (error.status === 401 ? endpoint.authenticated : error.status in refusalsOf(endpoint)) return;
  throw new Fault(
    `${endpoint.method} ${endpoint.path} is refused with ${error.status}, which its contract does not say: add it to its refusals.`,
  );
}

/** Returns the parameters of a path: the name, whether it is an id, and the noun it identifies. */
export const nounsIn = (path: string) =>
  [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, before = "", name = ""]) => ({
    name,
    isId: isIdName(name),
    noun:
      name === "id" ? (nouns[before] ?? singular(words(before))) : words(name.replace(/Id$/, "")),
  }));

/** Nouns that differ from the path segment before the id. */
const nouns: Readonly<Record<string, string>> = {
  "account-groups": "group",
  "content-queue": "generated post",
  shopify: "Shopify integration",
};

/** Returns `memeTemplates` and `meme-templates` as "meme templates". */
export const words = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase();

const singular = (noun: string) => noun.replace(/ies$/, "y").replace(/s$/, "");
