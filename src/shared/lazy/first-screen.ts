let settle: () => void;

/** Resolves once the first screen has its code and data, so that other code can be preloaded then. */
export const firstScreenSettled = new Promise<void>((resolve) => {
  settle = resolve;
});

export const settleFirstScreen = () => settle();
