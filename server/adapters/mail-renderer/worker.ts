import { runInNewContext } from "node:vm";
import type { MailOrder } from "@/features/newsletter/mail";
import { renderMail } from "@/features/newsletter/rendering/mail";

/**
 * The process that renders mails. A template that loops forever or takes all memory ends only this
 * process. Receives `{ id, mail }` and sends `{ id, rendered }`.
 */
const limit = Number(process.argv[2]);

/**
 * Runs `work` with the time limit of `node:vm`, which also interrupts functions called from the
 * script. It works even if the parent process is gone.
 */
const withTimeout = <T>(work: () => T): T =>
  runInNewContext("work()", { work }, { timeout: limit });

// Ctrl-C goes to the whole process group; the server ends this process after its last mail.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
process.on("message", async ({ id, mail }: { id: number; mail: MailOrder }) => {
  const rendered = await renderMail(mail, withTimeout);
  process.send?.({ id, rendered });
});
process.send?.("ready");
