import { noNumber, requiredText } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText, textsIn } from "@/shared/api/reply/lenient";
import { heldList, isSent, listField } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/**
 * The settings of a group's weekly sale, as the server sends them. Unknown fields of a newer server
 * are kept, because the settings are sent back as a whole.
 */
export const saleSettingsSchema = z.looseObject({
  is_active: lenient(z.boolean(), () => false),
  rotator_count: lenient(z.number()),
  rotator_no_change_count: lenient(z.number()),
  print_count: lenient(z.number()),
  cooldown_days: lenient(z.number()),
  rotator_discount_percent: lenient(z.number()),
  print_discount_percent: lenient(z.number()),
  sale_tag: lenientText,
});

function wholeNumber(min: number, max: number) {
  const error = `Enter a whole number from ${min} to ${max}.`;
  return z.number(error).check(z.int({ error, abort: true }), z.gte(min, error), z.lte(max, error));
}

/** These tags select the products to rotate. Used as sale tag, one would go away with the sale. */
const isRotationTag = (tag: string) => /^(rotator|rotator-no-change|print(:.*)?)$/i.test(tag);

/** The settings: the form's values (input) and the API's body (output). */
export const saleSettingsUpdateSchema = z.strictObject({
  is_active: z.boolean(),
  rotator_count: wholeNumber(0, 20),
  rotator_no_change_count: wholeNumber(0, 20),
  print_count: wholeNumber(0, 10),
  cooldown_days: wholeNumber(7, 90),
  rotator_discount_percent: wholeNumber(5, 70),
  print_discount_percent: wholeNumber(5, 70),
  sale_tag: requiredText(255, "Sale tag is required.").check(
    z.refine((tag) => !tag.includes(","), "A tag cannot contain a comma."),
    z.refine((tag) => !isRotationTag(tag), "Choose another tag: this one marks rotated products."),
  ),
});

/** Prices are in RSD. A product's id is the shop's own, and text, because it may exceed 2^53. */
const productName = lenient(z.string(), () => "Unnamed product");
const product = { product_name: productName, product_id: idSchema };
const textsOrNone = (sent: unknown) => textsIn(sent) ?? [];

/**
 * A variant of a product that has several: its price before and after, and its crossed-out price after.
 * The product's own prices are those of its cheapest one.
 */
const variantSchema = z.object({
  title: lenientText,
  before: lenient(z.number(), () => null),
  after: lenient(z.number(), () => null),
  compare_at_price: lenient(z.nullish(z.number())),
});
const variants = lenient(z.nullish(z.array(variantSchema)));

export type VariantPrices = z.infer<typeof variantSchema>;

/** A product that is put on sale; `compare_at_price` is its crossed-out price. */
export const additionSchema = z.object({
  ...product,
  original_price: lenient(z.number()),
  new_price: lenient(z.number()),
  compare_at_price: lenient(z.nullish(z.number())),
  variants,
  tags_to_add: lenient(z.array(z.string()), textsOrNone),
});

/** A product that is taken off sale, with its price before and after. */
export const removalSchema = z.object({
  ...product,
  current_price: lenient(z.nullish(z.number())),
  restored_price: lenient(z.nullish(z.number())),
  compare_at_price: lenient(z.nullish(z.number())),
  variants,
  tags_to_remove: lenient(z.array(z.string()), textsOrNone),
});

/** The changes that a rotation makes, or would make. */
export const rotationSchema = z.object({
  summary: z
    .object({
      total_updates: lenient(z.number()),
      total_removals: lenient(z.number()),
      products_to_add_to_sale: listField(additionSchema),
      products_to_remove_from_sale: listField(removalSchema),
      /** The shop whose prices change. */
      shop: lenient(z.nullish(z.string())),
    })
    .check(
      // An empty object does not mean that the rotation changes nothing.
      z.refine(
        ({ total_updates, total_removals, ...lists }) =>
          total_updates !== undefined ||
          total_removals !== undefined ||
          [lists.products_to_add_to_sale, lists.products_to_remove_from_sale].some(isSent),
        "There is neither a total nor a list.",
      ),
    ),
});

/** Refuses a list of steps that this browser could not send back exactly. */
const canGoBack = [
  z.maxLength(10_000, "At most 10,000 steps."),
  z.refine<readonly unknown[]>((steps) => isShallow(steps), {
    error: "This list is nested too deeply.",
    abort: true,
  }),
  z.refine<readonly unknown[]>(
    isExact,
    "This list has a whole number that is too large to be sent back exactly.",
  ),
];

/** Limits the depth, because every level is a recursive call and could overflow the stack. */
const isShallow = (value: unknown, levels = 50): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)));

function isExact(value: unknown): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isExact);
}

const step = {
  product_name: z.nullish(z.string()),
  product_id: idSchema,
  run_id: z.nullish(idSchema),
};
export const updateSchema = z.looseObject({ ...step, new_price: z.nullish(z.number()) });
export const removalStepSchema = z.looseObject({ ...step, restored_price: z.nullish(z.number()) });

/** Null starts a confirmed run; the remaining lists, exactly as received, do its next step. */
export const confirmedStepRequestSchema = z.nullable(
  z.strictObject({
    updates: z.array(updateSchema).check(...canGoBack),
    removals: z.array(removalStepSchema).check(...canGoBack),
  }),
);

export type StepLists = NonNullable<z.input<typeof confirmedStepRequestSchema>>;

/** Other servers may have other steps, so the remaining steps are not parsed. */
const updatesSchema = heldList(updateSchema).check(...canGoBack);
const removalsSchema = heldList(removalStepSchema).check(...canGoBack);

/** The change that a step of a confirmed run has made. */
const completedActionSchema = z.object({
  product_name: productName,
  product_id: lenient(z.nullish(idSchema)),
  tags_to_add: lenient(z.nullish(z.array(z.string())), textsIn),
  tags_to_remove: lenient(z.nullish(z.array(z.string())), textsIn),
  price: lenient(z.nullish(z.number())),
  compare_at_price: lenient(z.nullish(z.number())),
  variants,
});

const orNone = <Input>(list: z.ZodMiniType<readonly unknown[], Input>) =>
  z.pipe(
    z.nullish(list),
    z.transform((steps) => steps ?? []),
  );

/** The state of a confirmed run after a step; `completed_action` is null at its start. */
export const confirmedStepSchema = z
  .object({
    is_complete: lenient(z.boolean()),
    completed_action: lenient(z.nullish(completedActionSchema)),
    remaining_updates: orNone(updatesSchema),
    remaining_removals: orNone(removalsSchema),
    summary: lenient(z.nullish(z.string())),
    /** Names the run for the call that stops it. */
    run_id: lenient(z.nullish(idSchema)),
    next_product_id: lenient(z.nullish(idSchema)),
  })
  .check(
    z.refine(
      ({ is_complete, remaining_updates, remaining_removals }) =>
        is_complete !== undefined || remaining_updates.length + remaining_removals.length > 0,
      "Neither whether the run is complete, nor what remains of it.",
    ),
  );

export type SaleSettings = z.infer<typeof saleSettingsSchema>;
export type SaleSettingsBody = z.output<typeof saleSettingsUpdateSchema>;
export type Rotation = z.infer<typeof rotationSchema>["summary"];
export type Addition = z.infer<typeof additionSchema>;
export type Removal = z.infer<typeof removalSchema>;
export type ConfirmedStep = z.infer<typeof confirmedStepSchema>;
export type CompletedAction = NonNullable<ConfirmedStep["completed_action"]>;

/** A confirmed run as it is kept over a reload. */
export const keptRunSchema = z.object({
  runId: z.nullish(idSchema),
  total: z.number(),
  updates: updatesSchema,
  removals: removalsSchema,
  log: z.array(z.object({ at: z.number(), action: completedActionSchema })),
  summary: z.nullish(z.string()),
  /** The product that the next step changes, if the server says so. */
  nextId: z.nullish(idSchema),
  /** True if the next step may have been done: an attempt had no readable answer. */
  isInDoubt: z.optional(z.boolean()),
});

/** A run that has begun: the remaining lists exactly as the server sent them, and the log. */
export type Run = Readonly<z.infer<typeof keptRunSchema>>;

/** Returns the settings as form values. */
export const saleSettingsFields = (settings: SaleSettings): SaleSettingsBody => ({
  is_active: settings.is_active,
  rotator_count: settings.rotator_count ?? noNumber,
  rotator_no_change_count: settings.rotator_no_change_count ?? noNumber,
  print_count: settings.print_count ?? noNumber,
  cooldown_days: settings.cooldown_days ?? noNumber,
  rotator_discount_percent: settings.rotator_discount_percent ?? noNumber,
  print_discount_percent: settings.print_discount_percent ?? noNumber,
  sale_tag: settings.sale_tag,
});
