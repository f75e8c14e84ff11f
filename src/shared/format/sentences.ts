import { once } from "./once";

/**
 * Joins sentences. A text of the server and a title may come without a full stop. Undefined if there is
 * none.
 */
export function sentences(...parts: readonly (string | false | undefined)[]): string | undefined {
  const said = parts.filter((part) => typeof part === "string" && part !== "");
  if (said.length === 0) return undefined;
  return said
    .map((part, index) =>
      index === said.length - 1 || /[.!?…:;]["'”’)\]]*$/.test(String(part)) ? part : `${part}.`,
    )
    .join(" ");
}

const list = once(() => new Intl.ListFormat("en"));

/** 'Ana, Bea, and Vera' */
export const listed = (names: readonly string[]) => list().format(names);
