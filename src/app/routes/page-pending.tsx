import { Loading, Skeleton } from "@/shared/ui/skeleton";

/** While a screen's code is on its way: nobody should go on working on the one they have left. */
export function PagePending() {
  return (
    <Loading label="Loading the page">
      <Skeleton width={180} height={28} />
      <Skeleton height={240} radius={10} />
    </Loading>
  );
}
