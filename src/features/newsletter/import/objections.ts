import { addressKey, isEmail } from "../schema";
import type { Cell, Consent } from "./consent";
import { plainAddress, type RawRow } from "./rows";

type Objection = {
  readonly is: "refused" | "unclear";
  readonly line: number;
  readonly reason: string;
};

/**
 * What the rows of a file say against each address. A no in one row outweighs a yes in all others,
 * as does a row that may say no.
 */
export class Objections {
  readonly #names: readonly string[];
  readonly #byAddress = new Map<string, Objection>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Adds what a row says about its address, or about all that its cell holds instead of one. */
  add(line: number, email: string, consent: Consent) {
    if (consent.is === "given") return;
    const said = `${sayCell(consent, this.#names)}, line ${line}.`;
    const reason = consent.is === "refused" ? `No consent: ${said}` : `Unclear consent: ${said}`;
    const found = isEmail(email) ? [addressKey(email)] : addressesIn(email);
    for (const address of found) this.#put(address, { is: consent.is, line, reason });
  }

  /** Holds back all addresses in a row that cannot be read: any of them may be in a row of its own. */
  addUnread({ line, cells }: RawRow) {
    const reason = `Unclear consent: line ${line} names this address and cannot be read.`;
    for (const address of addressesIn(cells.join(" "))) {
      this.#put(address, { is: "unclear", line, reason });
    }
  }

  /** Returns what another line says against the address, a no before what is unclear. */
  reasonFor(address: string, line: number): Objection | undefined {
    const found = this.#byAddress.get(address);
    return found?.line === line ? undefined : found;
  }

  #put(address: string, objection: Objection) {
    const before = this.#byAddress.get(address);
    if (!before || (before.is === "unclear" && objection.is === "refused")) {
      this.#byAddress.set(address, objection);
    }
  }
}

/** Every address in a text, as a sentence or a link may name it: 'mailto:ana@example.com.' */
const addressesIn = (text: string) =>
  (text.match(/[^\s,;|<>"()[\]]+@[^\s,;|<>"()[\]]+/g) ?? []).map((found) =>
    addressKey(plainAddress(found).replace(/^(mailto:|['’.])+|['’.]+$/gi, "")),
  );

/** '"bounced" in "status"' */
export const sayCell = ({ column, value }: Cell, names: readonly string[]) =>
  value === "" ? `nothing in "${names[column]}"` : `"${value}" in "${names[column]}"`;
