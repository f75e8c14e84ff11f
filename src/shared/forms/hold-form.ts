import { createContext } from "react";

/**
 * Tells a form that a file is on its way into one of its fields: leaving the form asks, and saving it
 * waits. `remind` is called if the form was to be saved meanwhile. Returns what ends it.
 */
export type HoldForm = (remind: () => void) => () => void;

/** Of the form around a field. */
export const HoldFormContext = createContext<HoldForm>(() => () => undefined);
