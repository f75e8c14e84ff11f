import { RefreshCw } from "lucide-react";
import { Button } from "@/shared/ui/button";

type RefreshInstagramProps = {
  refresh: () => void;
  isBusy: boolean;
};

export const RefreshInstagram = ({ refresh, isBusy }: RefreshInstagramProps) => (
  <Button variant="ghost" icon={<RefreshCw />} busy={isBusy} onClick={refresh}>
    Refresh Instagram Data
  </Button>
);
