// @ts-check
import { runInNewContext } from "node:vm";
import { renderMail } from "../../../src/features/newsletter/rendering/mail.mjs";

/**
 * The process in which mails are rendered: a template can go on for ever or take all memory, and
 * then this process ends and no other. Takes `{ id, mail }`, answers `{ id, rendered }`.
 */
const limit = Number(process.argv[2]);

/**
 * The watch of `node:vm` ends whatever is called meanwhile, also where nobody is left to end this
 * process.
 *
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
const inTime = (work) => runInNewContext("work()", { work }, { timeout: limit });

// Ctrl-C is meant for the server, which ends this process when it needs it no more.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
process.on("message", async (/** @type {any} */ { id, mail }) => {
  const rendered = await renderMail(mail, inTime);
  process.send?.({ id, rendered });
});
process.send?.("ready");
