import { z } from "zod";
import type { SandboxOptions } from "../adapters/sandbox/journal.ts";
import { flag, type Given } from "./formats.ts";

/** The sandbox, where everything outside is played. */
export const sandboxVariables = {
  SEED: flag.optional(),
  SANDBOX_SPEED: z
    .string()
    .transform(Number)
    .refine((speed) => speed > 0 && speed <= 1_000_000, "must be a number above 0, like 1 or 60")
    .default(1),
  SANDBOX_JOURNAL: z.string().optional(),
  SANDBOX_LATENCY: z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number of milliseconds below 100000")
    .transform(Number)
    .default(0),
};

export type Sandbox = {
  readonly seed: boolean;
  readonly speed: number;
  readonly sandbox: SandboxOptions;
};

export const readSandbox = (given: Given<typeof sandboxVariables>): Sandbox => ({
  seed: given.SEED ?? true,
  speed: given.SANDBOX_SPEED,
  sandbox: { journal: given.SANDBOX_JOURNAL, latency: given.SANDBOX_LATENCY },
});
