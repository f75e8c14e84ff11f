const hues = 6;

/** A group's hue from 1 to 6, always the same one for its id. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const char of id) sum += char.codePointAt(0) ?? 0;
  return (sum % hues) + 1;
}
