import { RefreshCw } from "lucide-react";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { Button } from "@/shared/ui/button";

type RefreshInstagramProps = {
  refresh: () => void;
  isBusy: boolean;
};

export function RefreshInstagram({ refresh, isBusy }: RefreshInstagramProps) {
  useScreenAction("Refresh Instagram Data", refresh, !isBusy);
  return (
    <Button variant="ghost" icon={<RefreshCw />} busy={isBusy} onClick={refresh}>
      Refresh Instagram Data
    </Button>
  );
}
