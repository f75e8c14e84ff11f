import { useSyncExternalStore } from "react";
import { reach } from "@/shared/api/reach";

/** How the backend reaches a platform or service; undefined if it does not say. */
export const useReach = (name: string) =>
  useSyncExternalStore(reach.subscribe, () => reach.of(name));

/** Whether the backend writes nothing to the platforms: a rehearsal. */
export const useIsHeld = () => useSyncExternalStore(reach.subscribe, reach.isHeld);
