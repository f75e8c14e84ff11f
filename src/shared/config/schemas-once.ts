import * as mini from "zod/mini";

export * from "zod/mini";

/*
 * A schema never changes: what is added to one makes another. So those that say nothing of their own
 * are one, wherever they stand. The first screen's contracts hold two hundred such, each of which takes
 * as long to make as an element of the page.
 */
export const string = once(mini.string);
export const number = once(mini.number);
export const boolean = once(mini.boolean);
export const unknown = once(mini.unknown);

/** One for each that it is put around. */
export function nullish<Inner extends Parameters<typeof mini.nullish>[0]>(inner: Inner) {
  const made = known.get(inner) ?? mini.nullish(inner);
  known.set(inner, made);
  return made as mini.ZodMiniOptional<mini.ZodMiniNullable<Inner>>;
}
const known = new WeakMap<object, unknown>();

/** The plain schema is made at its first use: not before it is said how they are to parse. */
function once<Params, Schema>(make: (params?: Params) => Schema) {
  let plain: Schema | undefined;
  return (params?: Params) => {
    if (params !== undefined) return make(params);
    plain ??= make();
    return plain;
  };
}
