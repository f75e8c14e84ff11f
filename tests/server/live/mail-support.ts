import { createSmtpMailer } from "../../../server/adapters/live/smtp/mailer.ts";
import type { Clock } from "../../../server/ports/clock.ts";
import type { Mail } from "../../../server/ports/mail/mailer.ts";

export const { signal } = new AbortController();

export const mail: Mail = {
  from: "novosti@zima.example.com",
  to: "milica@primer.example.com",
  subject: "Čao, 50 % popusta",
  html: "<!doctype html><html><head><style>p{}</style></head><body><p>Zdravo, Đorđe!</p><p><a href='https://zima.example.com/sal'>Šal</a></p></body></html>",
  // Longer than a line of a mail.
  unsubscribeUrl: `https://console.example.com/newsletter/unsubscribe?token=v2.${"a".repeat(300)}`,
};

/** The text in the mail, for programs that show no HTML. */
export const textOfThatMail = "Zdravo, Đorđe!\nŠal (https://zima.example.com/sal)";

/** Sends mail by a server of this machine that asks for neither TLS nor a login. */
export const openMailerAt = (port: number, clock: Clock) =>
  createSmtpMailer({
    server: { host: "127.0.0.1", port, isEncrypted: false, login: undefined },
    ...{ clock, isPlain: true },
  });
