import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { certificate } from "./certificate.ts";
import { listenUntilTestEnds } from "./raw-server.ts";

export type Web = {
  /** `https://localhost:40123` */
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
};

/** A web server of somebody else, until the test ends. */
export async function startWeb(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { tls = true }: { readonly tls?: boolean } = {},
): Promise<Web> {
  const asked: string[] = [];
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? "");
    answer(request, response);
  };
  const server = tls ? createHttpsServer(certificate, receive) : createServer(receive);
  const port = await listenUntilTestEnds(server);
  return { origin: `${tls ? "https" : "http"}://localhost:${port}`, asked };
}
