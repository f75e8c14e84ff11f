import { createSandboxPorts } from "../../server/adapters/sandbox/sandbox.ts";
import { createSecretBox } from "../../server/adapters/secret-box.ts";
import type { Clock } from "../../server/ports/clock.ts";
import type { Ports } from "../../server/ports/ports.ts";

/** The installation's secret in tests. */
export const testKey = new Uint8Array(32).fill(7);

/** The sandbox at the time of the given clock. */
export const testPorts = (clock: Clock): Ports =>
  createSandboxPorts({ clock, secrets: createSecretBox(testKey), speed: 1 });
