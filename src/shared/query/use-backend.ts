import { useSyncExternalStore } from "react";
import { capabilities, isOffered } from "@/shared/api/capabilities";
import type { Endpoint } from "@/shared/api/endpoint";
import { reach } from "@/shared/api/reach";

/** Returns true if the backend offers the call: its control is rendered only then. */
export const useOffered = (endpoint: Pick<Endpoint, "capability">): boolean =>
  useSyncExternalStore(capabilities.subscribe, () => isOffered(endpoint));

/** Returns how the backend reaches a platform or service; undefined if it does not say. */
export const useReach = (name: string) =>
  useSyncExternalStore(reach.subscribe, () => reach.of(name));

/** True if the backend writes nothing to the platforms: a rehearsal. */
export const useIsHeld = () => useSyncExternalStore(reach.subscribe, reach.isHeld);
