import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { certificate } from "../support/certificate";

export const smtpLogin = { user: "canary-user", pass: "canary pass/word" };

/** A step of a mail at which the server may refuse. */
type Step = "connect" | "auth" | "from" | "to" | "data";

type Options = {
  /** TLS from the first byte. */
  readonly isEncrypted?: boolean;
  /** Takes mail without TLS and without a login. */
  readonly isOpen?: boolean;
};

const error = (code: number, words: string) =>
  Object.assign(new Error(words), { responseCode: code });

/** A real SMTP server, which keeps what it takes. */
export async function startSmtp({ isEncrypted = false, isOpen = false }: Options = {}) {
  const received: ParsedMail[] = [];
  const sockets = new Set<Socket>();
  const state = {
    connections: 0,
    /** How many connections are open. */
    open: () => sockets.size,
    /** Refuses at a step; by the address for `from` and `to`. */
    refuse: (_step: Step, _address: string): { code: number; words: string } | undefined =>
      undefined,
    /** Instead of the answer to a whole mail; true if there is to be none. */
    atEnd: (_socket: Socket): boolean => false,
  };
  const at = (step: Step, address: string, done: (error?: Error | null) => void) => {
    const refusal = state.refuse(step, address);
    done(refusal && error(refusal.code, refusal.words));
  };
  const server = new SMTPServer({
    secure: isEncrypted,
    key: certificate.key,
    cert: certificate.cert,
    authOptional: isOpen,
    hideSTARTTLS: isOpen,
    disabledCommands: isOpen ? ["AUTH"] : [],
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => {
      state.connections += 1;
      at("connect", "", done);
    },
    onAuth: ({ username, password }, _session, done) => {
      const refusal = state.refuse("auth", username ?? "");
      if (refusal) return done(error(refusal.code, refusal.words));
      if (username !== smtpLogin.user || password !== smtpLogin.pass) {
        return done(error(535, "5.7.8 Authentication credentials invalid"));
      }
      done(null, { user: username });
    },
    onMailFrom: ({ address }, _session, done) => at("from", address, done),
    onRcptTo: ({ address }, _session, done) => at("to", address, done),
    onData: (stream, session, done) => {
      simpleParser(stream).then((mail) => {
        const to = session.envelope.rcptTo[0]?.address ?? "";
        const refusal = state.refuse("data", to);
        if (refusal) return done(error(refusal.code, refusal.words));
        received.push(mail);
        const ended = [...sockets].map((socket) => state.atEnd(socket));
        if (!ended.includes(true)) done(null);
      }, done);
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    state,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
