import { jsonAnswer, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

type Rule = {
  /** Part of the request's address. */
  readonly to: string;
  /** Asked at every request; undefined lets it pass. */
  readonly says: (address: URL) => Response | undefined;
};

/** The server, but for the answers put in its mouth, from the first request on. */
export async function answering(rules: readonly Rule[], given?: TestServer): Promise<TestServer> {
  const server = given ?? (await startServer());
  const fetch: typeof server.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, "http://localhost");
    const rule = rules.find(({ to }) => address.pathname.includes(to));
    return rule?.says(address) ?? server.fetch(input, init);
  };
  return { ...server, fetch };
}

export const saying = (to: string, body: unknown): Rule => ({
  to,
  says: () => jsonAnswer(200, body),
});
