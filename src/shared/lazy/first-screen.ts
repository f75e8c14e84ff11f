let settle: () => void;

/** Resolves once the first screen has its code and data: what is not on it can be preloaded then. */
export const firstScreenSettled = new Promise<void>((resolve) => {
  settle = resolve;
});

export const settleFirstScreen = () => settle();
