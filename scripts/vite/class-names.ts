import { createHash } from "node:crypto";
import { relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const files = new Map<string, string>();

/**
 * Names a class of a CSS module: `card_a1b2`. The hash is made from the file alone, because Vite's
 * default, with the line in it, makes the style sheets a tenth heavier.
 * @throws if two files would have the same hash
 */
export function classNameOf(name: string, file: string) {
  const path = relative(root, file);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 4);
  const other = files.get(hash) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} would have the same class names.`);
  files.set(hash, path);
  return `${name}_${hash}`;
}
