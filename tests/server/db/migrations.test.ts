import { readdirSync, readFileSync } from "node:fs";
import { generateDrizzleJson } from "drizzle-kit/api";
import { expect, it } from "vitest";
import * as authSchema from "../../../server/db/auth-schema.ts";
import * as schema from "../../../server/db/schema.ts";

const folder = "server/db/migrations/meta";

it("The last migration leads to the tables of the schema", () => {
  const last = readdirSync(folder)
    .toSorted()
    .findLast((name) => name.endsWith("_snapshot.json"));
  const { tables } = JSON.parse(readFileSync(`${folder}/${last}`, "utf8"));
  expect(
    generateDrizzleJson({ ...schema, ...authSchema }).tables,
    "Run `npm run db:generate -- --name {what changes}`.",
  ).toEqual(tables);
});
