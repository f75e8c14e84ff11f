import { Loading, Skeleton } from "@/shared/ui/status/skeleton";

/** Shown while a screen's code loads, so that nobody goes on working on the screen they have left. */
export function PagePending() {
  return (
    <Loading label="Loading page">
      <Skeleton width={180} height={28} />
      <Skeleton height={240} radius={10} />
    </Loading>
  );
}
