import { z } from "@/shared/config/zod";
import type { FieldComplaint } from "./errors";

const issueSchema = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
});

/** FastAPI's two shapes of `detail`: a sentence, or a list of complaints about fields. */
const bodySchema = z.object({ detail: z.union([z.string(), z.array(issueSchema)]) });

const maxDetail = 2_000;

/** Reads the server's own text from the body of a response that is no 2xx. */
export function readDetail(body: unknown): { detail?: string; fields?: readonly FieldComplaint[] } {
  const detail = bodySchema.safeParse(body).data?.detail;
  if (detail === undefined || detail === "") return {};
  if (typeof detail === "string") return { detail: detail.slice(0, maxDetail) };
  return {
    detail: detail
      .map(({ loc, msg }) => (fieldOf(loc) ? `${fieldOf(loc)}: ${msg}` : msg))
      .join(" ")
      .slice(0, maxDetail),
    fields: detail.map(({ loc, msg }) => ({ field: fieldOf(loc), message: msg })),
  };
}

/** ["body", "credentials", "password"] is the field "credentials.password". */
const fieldOf = ([place, ...rest]: readonly (string | number)[]) =>
  (place === "body" || place === "query" || place === "path" ? rest : [place, ...rest])
    .filter((part) => part !== undefined)
    .join(".");
