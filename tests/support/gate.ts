import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a database server, which takes the database away and gives it back. */
export type Gate = {
  readonly port: number;
  /** Cuts all connections, and new ones as soon as they are made. */
  readonly shut: () => void;
  /** Keeps all connections, but nothing arrives any more, as in a network that loses packets. */
  readonly swallow: () => void;
  /** Lets new connections through; those of before stay as they are. */
  readonly open: () => void;
  readonly close: () => Promise<void>;
};

/** Starts a gate, open, in front of the port on this machine. */
export async function startGate(target: number): Promise<Gate> {
  let state: "open" | "shut" | "silent" = "open";
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A cut connection is what these tests want.
    socket.on("error", () => undefined);
    return socket;
  };
  const server = createServer((from) => {
    keep(from);
    if (state === "shut") return from.destroy();
    if (state === "silent") return from.pause();
    const to = keep(connect(target, "127.0.0.1"));
    from.pipe(to).pipe(from);
    from.on("close", () => to.destroy());
    to.on("close", () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The gate has no port.");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    shut: () => {
      state = "shut";
      cut();
    },
    swallow: () => {
      state = "silent";
      for (const socket of sockets) socket.unpipe().pause();
    },
    open: () => {
      state = "open";
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        cut();
      }),
  };
}
