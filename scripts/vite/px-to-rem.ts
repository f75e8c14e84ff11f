import type { CSSOptions } from "vite";

type PostCss = Exclude<NonNullable<CSSOptions["postcss"]>, string>;
type PostCssPlugin = NonNullable<PostCss["plugins"]>[number];

/** The size of a browser's font, in px, unless its owner has chosen another. */
const browserFont = 16;

/** Thinner lengths stay as they are: hairlines and focus rings. */
const thin = 2;

/**
 * Turns the px of our style sheets into rem, in queries too, so that the whole page follows the size
 * of the browser's font, as it follows the zoom. The sheets themselves are written in the px of the
 * design. postcss-pxtorem leaves container queries and negative lengths as they are.
 */
export const pxToRem = (): PostCssPlugin => ({
  postcssPlugin: "px-to-rem",
  Declaration(declaration) {
    declaration.value = inRem(declaration.value);
  },
  AtRule(rule) {
    if (rule.name === "media" || rule.name === "container") rule.params = inRem(rule.params);
  },
});

const inRem = (value: string) =>
  value.replace(/(?<![\w.-])-?(\d*\.?\d+)px\b/g, (length, size: string) =>
    Number(size) <= thin
      ? length
      : `${Number.parseFloat(length) / browserFont}rem`.replace(/^(-?)0\./, "$1."),
  );
