import { useQuery } from "@tanstack/react-query";
import { Count } from "@/shared/ui/badge";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import { schedulerQueries } from "../queries";

/**
 * How many posts failed, wherever the operator is: they wait for a hand. Nothing while it is not
 * known, and nothing that is read aloud: the name of the link stays its name. The first frame is for
 * the screen.
 */
export function FailedCount() {
  const isDrawn = useAfterFrame(true, false);
  const status = useQuery({ ...schedulerQueries.status(), enabled: isDrawn });
  const failed = status.data?.failed_posts.items.length ?? 0;
  if (failed === 0) return null;
  return (
    <span aria-hidden="true" title={failed === 1 ? "1 failed post" : `${failed} failed posts`}>
      <Count tone="danger">{failed}</Count>
    </span>
  );
}
