import { TemplateMistake } from "../../src/features/newsletter/rendering/mistake.ts";
import { fill } from "../../src/features/newsletter/rendering/template.ts";
import { templateMaker } from "./random-templates.mjs";

const batch = 500;

/**
 * Renders random templates here and with Jinja2. `reasons` says why templates were refused that
 * Jinja2 renders, the most frequent first; `different` are those that both render, but not alike.
 */
export async function compare(jinja, count, seed) {
  const make = templateMaker(seed);
  const found = { same: 0, refusedByBoth: 0, refused: 0, different: [] };
  const reasons = new Map();
  for (let done = 0; done < count; done += batch) {
    const orders = Array.from({ length: Math.min(batch, count - done) }, make);
    const answers = await jinja.render(orders);
    for (const [at, order] of orders.entries()) {
      const { text: theirs = null } = answers[at];
      const { text: ours, message } = rendered(order);
      if (ours === undefined) {
        if (theirs === null) found.refusedByBoth++;
        else {
          found.refused++;
          note(reasons, message, order.template);
        }
      } else if (ours === theirs) found.same++;
      else found.different.push({ order, ours, theirs: theirs ?? answers[at].error });
    }
  }
  return { ...found, reasons: [...reasons.values()].sort((a, b) => b.count - a.count) };
}

function rendered({ template, isHtml, variables }) {
  try {
    return { text: fill(template, variables, { isHtml }).text };
  } catch (error) {
    if (!(error instanceof TemplateMistake)) throw error;
    return { message: error.message };
  }
}

/** Counts a reason, and keeps the shortest template for it. */
function note(reasons, message, template) {
  const reason = message.replace(/"[^"]*"/g, '"…"');
  const known = reasons.get(reason) ?? { count: 0, message: reason, template };
  if (template.length < known.template.length) known.template = template;
  known.count++;
  reasons.set(reason, known);
}
