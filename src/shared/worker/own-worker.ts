/** What of Trusted Types is needed here; the compiler's own types do not know them yet. */
type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string };
};

/** The one policy that the Content-Security-Policy allows: for scripts of our own origin alone. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy(
  "own-worker",
  {
    createScriptURL: (address) => {
      // Whole, and not by its origin, which a blob has as well.
      if (new URL(address, location.href).href.startsWith(`${location.origin}/`)) return address;
      throw new TypeError("Only scripts of the console itself may work beside it.");
    },
  },
);

/** Starts one of our own modules beside the page. The address comes from `…?worker&url`. */
export const startWorker = (address: string) =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: "module" });
