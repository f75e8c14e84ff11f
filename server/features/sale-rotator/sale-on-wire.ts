import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { counted } from "../../kernel/sentences.ts";
import { cheapest, type PlannedStep } from "./planned-step.ts";
import type { RunRow } from "./sale-steps.ts";
import { plannedStep, type StepRow } from "./sale-steps.ts";

export type Rotation = WireOf<typeof saleRotatorApi.trigger>;
export type ConfirmedStep = WireOf<typeof saleRotatorApi.triggerStep>;
/** The remaining steps of a run, as sent to the client and sent back by it. */
export type Lists = NonNullable<z.output<typeof saleRotatorApi.triggerStep.body>>;

/** Returns the changes of a dry or a live run in a shop, by kind, in their order. */
export function rotationOnWire(plan: readonly PlannedStep[], shop: string): Rotation {
  const added = plan.filter(({ action }) => action === "add");
  const removed = plan.filter(({ action }) => action === "remove");
  return {
    summary: {
      total_updates: added.length,
      total_removals: removed.length,
      products_to_add_to_sale: added.map(additionOnWire),
      products_to_remove_from_sale: removed.map(removalOnWire),
      shop,
    },
  };
}

function additionOnWire(step: PlannedStep) {
  const { before, after } = cheapest(step);
  const prices = { original_price: before.price, new_price: after.price };
  return { ...productOnWire(step, prices), tags_to_add: [...step.tagsToAdd] };
}

function removalOnWire(step: PlannedStep) {
  const { before, after } = cheapest(step);
  const prices = { current_price: before.price, restored_price: after.price };
  return { ...productOnWire(step, prices), tags_to_remove: [...step.tagsToRemove] };
}

const productOnWire = <Prices extends object>(step: PlannedStep, prices: Prices) => ({
  product_name: step.productName,
  product_id: step.productId,
  ...prices,
  compare_at_price: cheapest(step).after.compareAtPrice,
  ...variantsOnWire(step),
});

/** Returns each variant with its old and new price. A single one has the prices of the product. */
const variantsOnWire = ({ variants }: Pick<PlannedStep, "variants">) =>
  variants.length < 2
    ? {}
    : {
        variants: variants.map(({ title, before, after }) => ({
          title,
          before: before.price,
          after: after.price,
          compare_at_price: after.compareAtPrice,
        })),
      };

/**
 * Returns the steps of a confirmed run, in execution order. Each contains its run's id, so that the
 * lists of two runs are never equal. The client sends the lists back, so only the next steps name
 * their variants: a large shop's would not fit into a request. A later step names them once its turn
 * is near.
 */
function listsOnWire(rows: readonly StepRow[]): Lists {
  let named = 0;
  const steps = rows.map((row) => {
    const hasRoom = named < maxVariants;
    named += row.variants.length;
    const { variants, ...step } = (row.action === "add" ? additionOnWire : removalOnWire)(
      plannedStep(row),
    );
    return {
      action: row.action,
      onWire: { ...step, ...(hasRoom && variants && { variants }), run_id: row.run_id },
    };
  });
  const ofAction = (wanted: StepRow["action"]) =>
    steps.flatMap(({ action, onWire }) => (action === wanted ? [onWire] : []));
  return { updates: ofAction("add"), removals: ofAction("remove") };
}

/** The number of variants after which further steps do not name theirs. */
const maxVariants = 2000;

/**
 * Returns true if the client's lists are exactly these steps, apart from the variants: those of a step
 * follow from the run and the product, and depend on its place in the lists.
 */
export const areSteps = (lists: Lists, rows: readonly StepRow[]): boolean =>
  isDeepStrictEqual(withoutVariants(lists), withoutVariants(listsOnWire(rows)));

function withoutVariants({ updates, removals }: Lists) {
  const strip = ({ variants: _, ...step }: Lists["updates"][number]) => step;
  return { updates: updates.map(strip), removals: removals.map(strip) };
}

/** Returns the answer to a confirmed step: what was done, if anything, and what remains. */
export function confirmedOnWire(
  run: RunRow,
  steps: readonly StepRow[],
  done: StepRow | null,
): ConfirmedStep {
  const remainingSteps = steps.filter(({ status }) => status !== "done");
  const left = listsOnWire(remainingSteps);
  const [updates, removals] = [left.updates.length, left.removals.length];
  const remaining = `${counted(updates, "update")}, ${counted(removals, "removal")}`;
  const rest = updates + removals === 0 ? "The rotation is complete." : `Left: ${remaining}.`;
  return {
    is_complete: updates + removals === 0,
    completed_action: done && completedOnWire(done),
    remaining_updates: left.updates,
    remaining_removals: left.removals,
    summary: done ? `${stepInWords(done)} ${rest}` : `Planned: ${remaining}.`,
    run_id: run.id,
    next_product_id: remainingSteps[0]?.product_id ?? null,
  };
}

/** The answer instead of a run if the plan has no steps. */
export const nothingOnWire: ConfirmedStep = {
  is_complete: true,
  completed_action: null,
  remaining_updates: [],
  remaining_removals: [],
  summary: "No actions were needed.",
  run_id: null,
  next_product_id: null,
};

const completedOnWire = (row: StepRow) => ({
  product_name: row.product_name,
  product_id: row.product_id,
  ...(row.action === "add"
    ? { tags_to_add: row.tags_to_add }
    : { tags_to_remove: row.tags_to_remove }),
  price: row.new_price,
  compare_at_price: row.compare_at_price,
  ...variantsOnWire(row),
});

function stepInWords({ product_name, action, variants }: StepRow): string {
  const where = action === "add" ? "on sale" : "off sale";
  const count = variants.length < 2 ? "" : ` (${counted(variants.length, "variant")})`;
  const before = amounts(variants.map((variant) => variant.before.price));
  const after = amounts(variants.map((variant) => variant.after.price));
  const isKept = variants.every((variant) => variant.before.price === variant.after.price);
  const price = isKept ? `at ${after}` : `${before} → ${after}`;
  return `${product_name} is ${where}: ${price} RSD${count}.`;
}

/** Returns the lowest and the highest price: `1,000–2,000`. */
function amounts(prices: readonly number[]): string {
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)].map((price) =>
    price.toLocaleString("en-US"),
  );
  return lowest === highest ? `${lowest}` : `${lowest}–${highest}`;
}
