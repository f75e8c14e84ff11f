import { useSyncExternalStore } from "react";
import { onRules, presentRules } from "./text-length";

/**
 * For components that show a length: renders them again once links and emoji are found by X's own
 * rules, which the layout loads.
 */
export const useExactLengths = () => void useSyncExternalStore(onRules, presentRules);

/** Until then, and if they cannot be loaded, only the usual links are found. */
export const loadExactLengths = () => import("./exact-lengths");
