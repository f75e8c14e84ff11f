import { useState } from "react";
import type { Id } from "@/shared/api/id";
import type { Failure } from "./outcome";

/** Keeps the last failure of each record of a list, until its next attempt. */
export function useFailures() {
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());

  return {
    failureOf: (id: Id) => failures.get(String(id)),
    /** Replaces the record's failure, or removes it. */
    setFailure: (id: Id, failure: Failure | undefined) =>
      setFailures((all) => {
        const rest = new Map(all);
        if (failure) rest.set(String(id), failure);
        else rest.delete(String(id));
        return rest;
      }),
  };
}
