// @ts-check
import { runInNewContext } from "node:vm";
import { renderMail } from "../../../src/features/newsletter/rendering/mail.mjs";

/**
 * The process that renders mails. A template that loops forever or takes all memory ends only this
 * process. Receives `{ id, mail }` and sends `{ id, rendered }`.
 */
const limit = Number(process.argv[2]);

/**
 * Runs `work` with the time limit of `node:vm`, which also interrupts functions called from the
 * script. It works even if the parent process is gone.
 *
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
const withTimeout = (work) => runInNewContext("work()", { work }, { timeout: limit });

// Ctrl-C goes to the whole process group; the server ends this process after its last mail.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
process.on("message", async (/** @type {any} */ { id, mail }) => {
  const rendered = await renderMail(mail, withTimeout);
  process.send?.({ id, rendered });
});
process.send?.("ready");
