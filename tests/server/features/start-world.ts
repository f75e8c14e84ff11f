import { afterAll } from "vitest";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import { createWorld, type World } from "../world.ts";

/** Opens one server for all tests of a file, which closes with the file. */
export async function startWorld(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  afterAll(() => world.close());
  return { ...world, said: saying(world) };
}

/** Returns a function that makes a call and returns its refusal: `404 No such group.` */
export const saying =
  ({ refusal }: Pick<World, "refusal">) =>
  async <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => {
    const { status, detail } = await refusal(endpoint, request);
    return `${status} ${detail}`;
  };
