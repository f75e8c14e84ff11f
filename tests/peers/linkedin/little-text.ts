import { NotInTheDocuments } from "../support/peer";

/**
 * Reads a text in LinkedIn's 'little' format, as far as this product writes it: plain text and hashtags.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 *
 * LinkedIn publishes the text up to the first reserved character that is not escaped, and says nothing.
 * This reader refuses it.
 */
export function readLittleText(little: string): { readonly text: string; readonly tags: string[] } {
  const reserved = "\\|{}@[]()<>#*_~";
  const tags: string[] = [];
  let text = "";
  for (let index = 0; index < little.length; index += 1) {
    const character = little.charAt(index);
    if (character === "\\") {
      index += 1;
      const escaped = little.charAt(index);
      if (escaped === "" || !reserved.includes(escaped)) {
        throw new NotInTheDocuments(`nothing to escape before '${escaped}'`);
      }
      text += escaped;
    } else if (character === "#") {
      const [tag] = /^[\p{L}\p{M}\p{N}]+/u.exec(little.slice(index + 1)) ?? [];
      if (tag === undefined) throw new NotInTheDocuments("a '#' without a word");
      tags.push(tag);
      text += `#${tag}`;
      index += tag.length;
    } else if (reserved.includes(character)) {
      throw new NotInTheDocuments(`LinkedIn would cut the text at '${character}'`);
    } else {
      text += character;
    }
  }
  return { text, tags };
}
