import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { saleRotatorQueries } from "../queries";
import { useNextRun } from "./next-run";

/** One line about the saved settings of a group. */
export function RotatorFacts({ group }: { group: Id }) {
  const { is_active } = useRead(saleRotatorQueries.settings(group));
  const next = useNextRun();
  return is_active ? (
    <p>
      Enabled. Next run <Time value={next} />.
    </p>
  ) : (
    <p>Off.</p>
  );
}
