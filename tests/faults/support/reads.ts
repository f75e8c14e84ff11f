import { healthDocs } from "@/shared/api/docs/health-docs";
import type { Endpoint } from "@/shared/api/endpoint";
import { productApi } from "../../../server/http/api";

const slices: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = productApi;

const all = [...Object.values(slices), healthDocs].flatMap((calls) =>
  Object.values<Endpoint>(calls),
);

/** The paths of every call of the contract that only reads. */
export const reads: readonly string[] = all
  .filter(({ method }) => method === "GET")
  .map(({ path }) => path);

const patterns = reads.map((path) => {
  const address = path.startsWith("/") ? path : `/api/v1/${path}`;
  return { path, pattern: new RegExp(`^${address.replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?|$)`) };
});

/** Returns the read that a URL belongs to. */
export const readOf = (address: string) =>
  patterns.find(({ pattern }) => pattern.test(address))?.path;
