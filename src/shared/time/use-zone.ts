import { zoneName } from "@/shared/format/zone";
import { useNow } from "./use-now";

/** Returns the name of the operator's time zone, such as 'Europe/Belgrade', and follows its changes. */
export function useZone(): string {
  useNow();
  return zoneName();
}
