import { NotInTheDocuments } from "../support/peer";

/** Refuses other fields than these; all of them must be there unless some are optional. */
export function exactly(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  areOptional = false,
) {
  const other = Object.keys(given).filter((name) => !names.includes(name));
  const missing = areOptional ? [] : names.filter((name) => !(name in given));
  if (other.length + missing.length > 0) {
    throw new NotInTheDocuments(`without ${missing}, with ${other}`);
  }
}
