import { useQuery } from "@tanstack/react-query";
import { Count } from "@/shared/ui/badge";
import { schedulerQueries } from "../queries";

/**
 * How many posts failed, wherever the operator is: they wait for a hand. Nothing while it is not
 * known, and nothing that is read aloud: the name of the link stays its name.
 */
export function FailedCount() {
  const failed = useQuery(schedulerQueries.status()).data?.failed_posts.items.length ?? 0;
  if (failed === 0) return null;
  return (
    <span aria-hidden="true" title={failed === 1 ? "1 failed post" : `${failed} failed posts`}>
      <Count tone="danger">{failed}</Count>
    </span>
  );
}
