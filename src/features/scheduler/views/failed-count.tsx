import { useQuery } from "@tanstack/react-query";
import { Count } from "@/shared/ui/badge";
import { schedulerQueries } from "../queries";

/**
 * Shows the number of failed posts beside the link to Publishing: they wait for the operator. It is
 * hidden from screen readers, so that the link keeps its name. Renders nothing while unknown.
 */
export function FailedCount() {
  const status = useQuery(schedulerQueries.status());
  const failed = status.data?.failed_posts.items.length ?? 0;
  if (failed === 0) return null;
  return (
    <span aria-hidden="true" title={failed === 1 ? "1 failed post" : `${failed} failed posts`}>
      <Count tone="danger">{failed}</Count>
    </span>
  );
}
