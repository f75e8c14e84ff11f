import { RefreshCw } from "lucide-react";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import type { Failure } from "@/shared/query/outcome";
import { Button } from "@/shared/ui/button/button";
import { FailureLine } from "@/shared/ui/status/failure-line";
import styles from "./posts/list-toolbar.module.css";

type RefreshInstagramProps = {
  refresh: () => void;
  isBusy: boolean;
  failure: Failure | undefined;
};

export function RefreshInstagram({ refresh, isBusy, failure }: RefreshInstagramProps) {
  useScreenAction("Refresh Instagram Data", refresh, !isBusy);
  return (
    <>
      <Button variant="ghost" icon={<RefreshCw />} busy={isBusy} onClick={refresh}>
        Refresh Instagram Data
      </Button>
      {failure && (
        <div className={styles.actionFailure}>
          <FailureLine {...failure} />
        </div>
      )}
    </>
  );
}
