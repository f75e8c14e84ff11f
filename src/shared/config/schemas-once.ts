import * as mini from "zod/mini";

export * from "zod/mini";

/*
 * A schema never changes: what is added to one makes another. So those that say nothing of their own
 * are one, wherever they stand: of the 550 that are made before the first screen shows, two in five.
 */
export const string = once(mini.string);
export const number = once(mini.number);
export const boolean = once(mini.boolean);
export const unknown = once(mini.unknown);

/** One for each that it is put around. */
export function nullish<Inner extends Parameters<typeof mini.nullish>[0]>(inner: Inner) {
  if (!known.has(inner)) known.set(inner, mini.nullish(inner));
  return known.get(inner) as mini.ZodMiniOptional<mini.ZodMiniNullable<Inner>>;
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
