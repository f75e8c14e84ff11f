/**
 * Returns how many px of the screen a px of the design takes: 2 if the browser's font is 32 px instead of
 * 16. The style sheets follow the font by themselves (see scripts/vite/px-to-rem.ts); sizes that code
 * sets or measures are multiplied by it.
 */
export const designScale = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
