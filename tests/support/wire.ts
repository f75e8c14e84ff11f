import { onTestFinished } from "vitest";
import { startServer, type TestServer } from "./server";
import { XhrOnWire } from "./xhr-on-wire";

type Fetch = TestServer["fetch"];

/** An answer instead of the server's. */
type Fake = {
  readonly match: RegExp | ((line: string) => boolean);
  /** Undefined lets the request pass. */
  readonly reply: (request: Request) => Response | undefined | Promise<Response | undefined>;
  /** True: for the next matching request alone. */
  readonly once?: boolean;
};

/** The connection of console and server: tests read its requests and replace its answers. */
export type Wire = {
  /** Every request that was sent: 'POST /api/v1/…'. */
  readonly sent: string[];
  /** Answers the requests that match from now on; the newest rule counts. */
  answer: (match: Fake["match"], reply: Fake["reply"], options?: { once?: boolean }) => void;
  /** Lets the server do the next request that matches, and loses its answer. */
  loseAnswer: (match: Fake["match"]) => void;
};

/** Answers with the first matching fake; passes all other requests on to `fetch`. */
const faking =
  (fetch: Fetch, fakes: Fake[], sent: string[] = []): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const line = `${request.method} ${pathname}${search}`;
    sent.push(line);
    const fake = fakes.find(({ match }) =>
      match instanceof RegExp ? match.test(line) : match(line),
    );
    if (fake?.once) fakes.splice(fakes.indexOf(fake), 1);
    return (await fake?.reply(request)) ?? fetch(request);
  };

/** Replaces the network with the server until the test ends. */
export function putOnWire(server: Pick<TestServer, "fetch">): Wire {
  const sent: string[] = [];
  const fakes: Fake[] = [];
  const original = globalThis.fetch;
  const originalRequest = globalThis.XMLHttpRequest;
  onTestFinished(() => {
    globalThis.fetch = original;
    globalThis.XMLHttpRequest = originalRequest;
  });
  globalThis.XMLHttpRequest = XhrOnWire as unknown as typeof XMLHttpRequest;
  globalThis.fetch = faking(server.fetch, fakes, sent);
  const answer: Wire["answer"] = (match, reply, options) =>
    fakes.unshift({ match, reply, ...options });
  return {
    sent,
    answer,
    loseAnswer: (match) =>
      answer(
        match,
        async (request) => {
          await server.fetch(request);
          throw new TypeError("Failed to fetch");
        },
        { once: true },
      ),
  };
}

type Rule = {
  /** Part of the request's path. */
  readonly to: string;
  /** Called for every request; undefined lets it pass. */
  readonly says: (address: URL) => Response | undefined;
};

/** A server with these answers instead of its own, from the console's first request on. */
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

/** A JSON answer like the server's. */
export const jsonAnswer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });

/** A web page with status 200: the console's own, or one of a network or a proxy in between. */
export const pageAnswer = (html: string) =>
  new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });

/** An answer that asks to wait this many seconds. */
export const waitAnswer = (status: 429 | 503, seconds: number) => {
  const answer = jsonAnswer(status, { detail: "Slow down." });
  answer.headers.set("retry-after", String(seconds));
  return answer;
};
