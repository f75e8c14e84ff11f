import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

export const createGroup = (server: Pick<TestServer, "request">, name = "Zima") =>
  call(server, groupsApi.create, { body: { name, description: null } });

/** A server with groups of these names. */
export async function serverWith(...names: readonly string[]) {
  const server = await startServer();
  const groups: Awaited<ReturnType<typeof createGroup>>[] = [];
  for (const name of names) groups.push(await createGroup(server, name));
  return { server, groups };
}
