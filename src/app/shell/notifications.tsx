import { type ComponentProps, useEffect, useState, useSyncExternalStore } from "react";
import { toasts } from "@/shared/toast/toast";
import { LatePart, late, quiet } from "@/shared/ui/late";
import { PlainToasts } from "@/shared/ui/plain-toasts";

const Toaster = late(() => import("@/shared/ui/toaster").then((code) => code.Toaster));

/**
 * What has just happened, told at the edge of the screen. The code for it comes when there is
 * something to tell, or nothing else to load; what is told before that is not lost.
 */
export function Notifications(props: ComponentProps<typeof Toaster>) {
  const isAnythingSaid = useSyncExternalStore(toasts.subscribe, () => toasts.read().length > 0);
  const [isWanted, setWanted] = useState(false);
  if (isAnythingSaid && !isWanted) setWanted(true);

  useEffect(() => {
    void quiet.then(Toaster.fetchAhead).then((isHere) => isHere && setWanted(true));
  }, []);

  const plain = <PlainToasts placement={props.placement} />;
  return isWanted ? (
    <LatePart fallback={plain}>
      <Toaster {...props} />
    </LatePart>
  ) : (
    plain
  );
}
