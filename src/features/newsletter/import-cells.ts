import { isEmail } from "./schema";

/** Puts a cell on one line, without the apostrophe that keeps spreadsheets from running it. */
export const plainCell = (cell = "") =>
  cell
    .trim()
    .replace(/^'(?=[=+\-@])/, "")
    .replace(/\s+/g, " ");

/** Marks that are not seen: word processors and web pages leave them around a copied address. */
const invisible =
  /^[\p{Cf}\p{Default_Ignorable_Code_Point}\s\u2800\u0085]+|[\p{Cf}\p{Default_Ignorable_Code_Point}\s\u2800\u0085]+$/gu;

/** The same for an address, without invisible marks around it. */
export const plainAddress = (cell = "") => plainCell(cell.replace(invisible, ""));

export const isAddress = (cell: string | undefined) => isEmail(plainAddress(cell));
