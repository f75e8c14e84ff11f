import { onTestFinished } from "vitest";
import { startServer, type TestServer } from "./server";

type Fetch = TestServer["fetch"];

/** An answer in the server's place. */
type Fake = {
  readonly match: (line: string) => boolean;
  /** Undefined lets the request pass. */
  readonly reply: (request: Request) => Response | Promise<Response> | undefined;
  /** For the next request alone. */
  readonly once?: boolean;
};

/** What stands between the console and the server: tests look at it and put words in its mouth. */
export type Wire = {
  /** Every request that was sent: 'POST /api/v1/…'. */
  readonly sent: string[];
  /** Answers the requests that match from now on; the newest rule counts. */
  answer: (match: Fake["match"], reply: Fake["reply"], options?: { once?: boolean }) => void;
};

/** Fetches from there what none of the fakes answers. */
const faking =
  (fetch: Fetch, fakes: Fake[], sent: string[] = []): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const line = `${request.method} ${pathname}${search}`;
    sent.push(line);
    const fake = fakes.find(({ match }) => match(line));
    if (fake?.once) fakes.splice(fakes.indexOf(fake), 1);
    return (await fake?.reply(request)) ?? fetch(request);
  };

/** Puts the server in the place of the network until the test ends. */
export function putOnWire(server: Pick<TestServer, "fetch">): Wire {
  const sent: string[] = [];
  const fakes: Fake[] = [];
  const original = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = original;
  });
  globalThis.fetch = faking(server.fetch, fakes, sent);
  return {
    sent,
    answer: (match, reply, options) => fakes.unshift({ match, reply, ...options }),
  };
}

type Rule = {
  /** Part of the request's path. */
  readonly to: string;
  /** Asked at every request; undefined lets it pass. */
  readonly says: (address: URL) => Response | undefined;
};

/** The server, but for these answers in its place, from the first request of the console on. */
export async function answering(rules: readonly Rule[], given?: TestServer): Promise<TestServer> {
  const server = given ?? (await startServer());
  const fakes = rules.map(({ to, says }) => ({
    match: (line: string) => (line.split("?")[0] ?? "").includes(to),
    reply: ({ url }: Request) => says(new URL(url)),
  }));
  return { ...server, fetch: faking(server.fetch, fakes) };
}

export const saying = (to: string, body: unknown): Rule => ({
  to,
  says: () => jsonAnswer(200, body),
});

/** A JSON answer as the server would word it. */
export const jsonAnswer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
