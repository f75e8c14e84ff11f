import { connect } from "node:net";

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string };

/**
 * Sends raw bytes, which no HTTP client would, and reads until the server closes the connection.
 * The body is sent in pieces as long as the server accepts them. Status 0: cut without an answer.
 */
export function rawRequest(
  port: number,
  head: string,
  pieces: Iterable<string | Buffer> = [],
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1");
    const body = pieces[Symbol.iterator]();
    const write = () => {
      while (!socket.destroyed && socket.writable) {
        const piece = body.next();
        if (piece.done) return;
        if (!socket.write(piece.value)) {
          socket.once("drain", write);
          return;
        }
      }
    };
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      // A server that has answered does not need the rest.
      if (endsWithin(chunks)) socket.end();
    });
    socket.on("close", () => resolve(read(Buffer.concat(chunks).toString("latin1"))));
    socket.write(head, "latin1", write);
  });
}

/** Returns true once the answer is complete by its Content-Length. */
function endsWithin(chunks: readonly Buffer[]) {
  const { head, body } = read(Buffer.concat(chunks).toString("latin1"));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && body.length >= Number(length);
}

function read(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return { status: 0, head: text, body: "" };
  const head = text.slice(0, end);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    body: text.slice(end + 4),
  };
}
