import { readConfig } from "../../../server/config.ts";
import { createWorldPorts } from "../../../server/world.ts";
import type { World } from "../world.ts";

type Options = Parameters<typeof createWorldPorts>[0];

/** Returns the ports that a server has in this environment, over the database of a world of tests. */
export function livePortsOf(
  { database, ports }: Pick<World, "database" | "ports">,
  environment: Readonly<Record<string, string>>,
  onCall: Options["onCall"] = () => {},
) {
  const { clock, secrets, mailRenderer, mediaStore, publicOrigin } = ports;
  return createWorldPorts({
    ...{ clock, secrets, mailRenderer, mediaStore, publicOrigin, database, onCall },
    config: readConfig(environment),
  });
}
