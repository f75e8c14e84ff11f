import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import * as z from "zod/mini";
import type { Clock } from "../../../ports/clock.ts";
import type { Mail, Mailer } from "../../../ports/mail/mailer.ts";
import type { Refused } from "../../../ports/outcome.ts";
import { words } from "../answer.ts";
import { textOfMail } from "../mail-text.ts";
import { platformWords } from "../platform-words.ts";

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** True for TLS from the first byte; otherwise STARTTLS is required. */
  readonly isEncrypted: boolean;
  /** Undefined for a server that takes mail without a login. */
  readonly login: { readonly user: string; readonly pass: string } | undefined;
};

type Options = {
  readonly server: SmtpServer;
  readonly clock: Clock;
  /** For tests: a server on this machine without TLS. */
  readonly isPlain?: boolean;
  /** For tests: the certificate of an authority that counts as known. */
  readonly ca?: string;
};

/**
 * Sends mail by an SMTP server. Each mail has a connection of its own: after an error, a connection may
 * be in a state in which the server refuses all that follows.
 */
export function createSmtpMailer(options: Options): Mailer {
  return {
    test: async (_keys, from, signal) => {
      let doubt: string | undefined;
      const tried = await withConnection(options, signal, async ({ connect, login, offer }) => {
        await connect();
        await login();
        doubt = await offer({ from, to: from });
      });
      if (!tried.ok) return tried;
      const byHost = `Mails go out by ${options.server.host}`;
      return {
        ok: true,
        takesSender: doubt === undefined,
        limits: null,
        notes: [
          doubt === undefined
            ? `${byHost}.`
            : `${byHost}; send a test email to check that ${from} may send, because it takes no mail to that address: ${doubt}`,
        ],
      };
    },
    // SMTP tells neither: a server that has enough says so when the next mail comes.
    quota: async () => ({ ok: true, left: null }),
    turn: async () => {},
    send: async (_keys, mail, signal) => {
      const bytes = await compile(mail);
      return withConnection(options, signal, async ({ connect, login, send }) => {
        await connect();
        await login();
        await send({ from: mail.from, to: mail.to, size: bytes.length }, bytes);
      });
    },
  };
}

const compile = ({ from, to, subject, html, unsubscribeUrl }: Mail): Promise<Buffer> =>
  new MailComposer({
    ...{ from, to, subject, html },
    text: textOfMail(html),
    headers: {
      // Not folded: programs that look for the header expect the address on one line.
      "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` },
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

type Envelope = { readonly from: string; readonly to: string };

type Steps = {
  readonly connect: () => Promise<void>;
  readonly login: () => Promise<void>;
  /**
   * Asks the server to take a mail, and ends the connection before there is any: what has no end is
   * not delivered (RFC 5321, 4.1.1.4). Resolves with the server's words if it refuses the
   * recipient's address.
   */
  readonly offer: (envelope: Envelope) => Promise<string | undefined>;
  readonly send: (envelope: Envelope & { readonly size: number }, message: Buffer) => Promise<void>;
};

/**
 * Does the steps on a connection of their own. Throws if the server had a part of the mail and gave
 * no answer to it.
 */
async function withConnection(
  options: Options,
  signal: AbortSignal,
  steps: (connection: Steps) => Promise<void>,
): Promise<{ readonly ok: true } | Refused> {
  const { server, clock, isPlain = false, ca } = options;
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.isEncrypted,
    // Otherwise a machine between here and the server could take the encryption away.
    requireTLS: !server.isEncrypted && !isPlain,
    ignoreTLS: isPlain,
    // A server that never answers QUIT would hold the connection for ten minutes.
    socketTimeout: 60_000,
    ...(ca && { tls: { ca } }),
  });
  /** From then on the server may have the whole mail. */
  let isHandedOver = false;
  let onAbort = () => {};
  const failed = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    // A server that ends the connection between two commands gives no error. One that said why has
    // its words reported just after the end.
    connection.on("end", () => setImmediate(() => reject(new Error("The connection was closed."))));
    onAbort = () => reject(new Error("There was no answer in time."));
  });
  signal.addEventListener("abort", onAbort);
  failed.catch(() => undefined);
  const step = (work: (done: (error?: unknown) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => {
        work((error) => (error ? reject(error) : resolve()));
      }),
    ]);
  try {
    signal.throwIfAborted();
    await steps({
      connect: () => step((done) => connection.connect(done)),
      login: () => {
        const { login } = server;
        return login ? step((done) => connection.login(login, done)) : Promise.resolve();
      },
      offer: async (envelope) => {
        try {
          await step((done) => {
            // Read only after the server has said that it takes the mail.
            const stream = new Readable({ read: () => done() });
            connection.send(envelope, stream, done);
          });
          return undefined;
        } catch (error) {
          const details = detailsOf(error);
          if (details.response === undefined || !isRecipientRefusal(details)) throw error;
          return platformWords({ credentials: secretsOf(server) }, details.response);
        } finally {
          // QUIT would be a line of the mail.
          connection.close();
        }
      },
      send: (envelope, message) => {
        const content = function* () {
          isHandedOver = true;
          yield message;
        };
        // Read only after the server has said that it takes the mail.
        const stream = Readable.from(content(), { objectMode: false });
        return step((done) => connection.send(envelope, stream, (error) => done(error)));
      },
    });
    connection.quit();
    return { ok: true };
  } catch (error) {
    connection.close();
    return refusalOf(error, { isHandedOver, server, now: clock.now() });
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const minute = 60_000;

type Failure = {
  readonly isHandedOver: boolean;
  readonly server: SmtpServer;
  readonly now: Date;
};

/**
 * Returns whether a refusal is for reasons of policy (5.7, RFC 3463): the sender is not allowed,
 * relaying is denied, a login is missing. As a rule every mail gets it, but the recipient's own
 * policy has the same codes, so its `scope` is the post; the newsletter decides by the mail before
 * it. Exim denies relaying without such a code.
 */
const isPolicyRefusal = (response: string) => /^\d{3}[ -](5\.7\.|(?!5\.).*\brelay)/i.test(response);

/** Returns whether a refusal is about the login: 530 to 538 ask for one or refuse it. */
const isLoginRefusal = ({ code, responseCode = 0 }: Details) =>
  code === "EAUTH" || (responseCode >= 530 && responseCode <= 538);

/**
 * Returns whether the server refuses the address of the recipient, rather than the sender or all mail.
 */
const isRecipientRefusal = (details: Details) =>
  details.command === "RCPT TO" &&
  details.responseCode !== 421 &&
  !isLoginRefusal(details) &&
  !isPolicyRefusal(details.response ?? "");

/** Throws if it is not certain that the mail was not sent. */
function refusalOf(thrown: unknown, { isHandedOver, server, now }: Failure): Refused {
  const details = detailsOf(thrown);
  const { code, command = "", response, responseCode } = details;
  if (isHandedOver && responseCode === undefined) {
    throw new Error(`${server.host} did not answer.`);
  }
  const retryAt = (minutes: number) => new Date(now.getTime() + minutes * minute);
  if (responseCode === undefined) {
    // Found out here, before anything was sent.
    if (code === "EENVELOPE" || code === "EMESSAGE") {
      return { ok: false, error: `The address or the mail cannot be sent by SMTP (${code}).` };
    }
    const error = `${server.host} could not be reached${code ? ` (${code})` : ""}.`;
    return { ok: false, why: "later", error, retryAt: retryAt(1) };
  }
  const error = platformWords({ credentials: secretsOf(server) }, response ?? String(responseCode));
  const isOfRecipient = command === "RCPT TO";
  if (responseCode < 500) {
    return isOfRecipient && responseCode !== 421
      ? { ok: false, why: "later", scope: "post", error, retryAt: retryAt(15) }
      : { ok: false, why: "later", error, retryAt: retryAt(1) };
  }
  if (isLoginRefusal(details) || !(isOfRecipient || command === "DATA")) {
    return { ok: false, why: "credentials", error };
  }
  return isPolicyRefusal(response ?? "")
    ? { ok: false, why: "credentials", scope: "post", error }
    : { ok: false, error };
}

const detailsSchema = z.object({
  code: words,
  command: words,
  response: words,
  responseCode: z.catch(z.optional(z.number().check(z.minimum(400))), undefined),
});
type Details = Partial<z.output<typeof detailsSchema>>;

const detailsOf = (thrown: unknown): Details => detailsSchema.safeParse(thrown).data ?? {};

/** Returns the secrets that a server may repeat in its words: the login, also as it was sent. */
function secretsOf({ login }: SmtpServer): Record<string, string> {
  if (!login) return {};
  const { user, pass } = login;
  const encoded = (text: string) => Buffer.from(text).toString("base64");
  return {
    pass,
    user,
    plain: encoded(`\u0000${user}\u0000${pass}`),
    encodedUser: encoded(user),
    encodedPass: encoded(pass),
  };
}
