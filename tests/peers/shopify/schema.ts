import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  buildClientSchema,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  parse,
  validate,
} from "graphql";

const file = join(import.meta.dirname, "cache/admin_2026-10.json.gz");
let schema: GraphQLSchema | undefined;
const parsed = new Map<string, { readonly document: DocumentNode; readonly errors: string[] }>();

/** Shopify's own schema of the Admin API 2026-10; see fetch.mjs. */
export function adminSchema(): GraphQLSchema {
  schema ??= buildClientSchema(readIntrospection(), { assumeValid: true });
  return schema;
}

function readIntrospection(): IntrospectionQuery {
  const json = JSON.parse(gunzipSync(readFileSync(file)).toString());
  return json.data ?? json;
}

/** A document with what Shopify's schema has against it. */
export function checked(text: string) {
  let known = parsed.get(text);
  if (!known) {
    const document = parse(text);
    const errors = validate(adminSchema(), document).map(({ message }) => message);
    known = { document, errors };
    parsed.set(text, known);
  }
  return known;
}
