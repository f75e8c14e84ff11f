import { readFileSync } from "node:fs";
import { z } from "zod";
import { documents } from "../../support/documents";
import type { Received } from "../support/peer";

const requestSchema = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    url: z.object({
      path: z.array(z.string()),
      query: z.array(z.object({ key: z.string(), value: z.string().nullable() })).default([]),
    }),
  }),
});
type Entry = z.infer<typeof requestSchema>;

const folderSchema = z.object({ item: z.array(z.unknown()) });
const collectionSchema = folderSchema.extend({
  variable: z.array(z.object({ key: z.string(), value: z.string() })),
});

function entriesOf(items: readonly unknown[]): Entry[] {
  return items.flatMap((item) => {
    const folder = folderSchema.safeParse(item);
    return folder.success ? entriesOf(folder.data.item) : [requestSchema.parse(item)];
  });
}

/**
 * Says which entry of Meta's own Postman collection of the Threads API a request is
 * (github.com/fbsamples/threads_api, postman/threads-api.postman_collection.json); undefined if it is
 * none.
 */
export function createPostman(userId: string) {
  const { item, variable } = collectionSchema.parse(
    JSON.parse(readFileSync(documents.threadsCollection, "utf8")),
  );
  const entries = entriesOf(item);
  const variables = new Map(variable.map(({ key, value }) => [`{{${key}}}`, value]));

  const isPath = (parts: readonly string[], path: readonly string[]) =>
    path.length === parts.length &&
    parts.every((part, index) => {
      const sent = path[index];
      if (part === "me") return sent === "me" || sent === userId;
      return part.startsWith("{{") ? /^\d+$/.test(sent ?? "") && sent !== userId : sent === part;
    });

  /** A list of fields or metrics must be among those of the collection. */
  const isValue = (entry: Entry, name: string, sent: string) => {
    const value = entry.request.url.query.find(({ key }) => key === name)?.value;
    if (name === "media_type") return value === sent;
    const known = variables.get(value ?? "");
    if (!["fields", "metric"].includes(name) || known === undefined) return true;
    return sent.split(",").every((field) => known.split(",").includes(field));
  };

  return ({ method, path, query, body, headers }: Received): string | undefined => {
    // The collection has no version in its addresses, and parameters of forms in the query.
    const parts = path.split("/").filter((part) => part !== "" && part !== "v1.0");
    const isForm = headers["content-type"]?.includes("urlencoded");
    const sent = [...query, ...(isForm ? new URLSearchParams(body.toString()) : [])];
    return entries.find(
      (entry) =>
        entry.request.method === method &&
        isPath(
          entry.request.url.path.filter((part) => part !== ""),
          parts,
        ) &&
        sent.every(
          ([name, value]) =>
            entry.request.url.query.some(({ key }) => key === name) && isValue(entry, name, value),
        ),
    )?.name;
  };
}
