import { useSyncExternalStore } from "react";
import { capabilities, isOffered } from "@/shared/api/capabilities";
import type { Endpoint } from "@/shared/api/endpoint";

/** Returns true if the backend offers the call: its control is rendered only then. */
export const useOffered = (endpoint: Pick<Endpoint, "capability">): boolean =>
  useSyncExternalStore(capabilities.subscribe, () => isOffered(endpoint));
