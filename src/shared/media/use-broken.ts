import { useState } from "react";
import { useRetrySignal } from "@/shared/query/retry-signal";

/**
 * Returns whether the file at this address could not be loaded, and a function that records that. The
 * file is tried again when everything that failed is: when the network or the server is back.
 */
export function useBroken(address: string | undefined): [isBroken: boolean, onError: () => void] {
  const attempt = `${useRetrySignal()} ${address}`;
  const [broken, setBroken] = useState<string>();
  return [broken === attempt, () => setBroken(attempt)];
}
