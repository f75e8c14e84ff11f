import { Trash2 } from "lucide-react";
import { type Integration, integrationLabel } from "@/entities/integration";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { useRemoveIntegration } from "../mutations";

type RemoveIntegrationProps = { integration: Integration; open: boolean; onClose: () => void };

export function RemoveIntegration({ integration, open, onClose }: RemoveIntegrationProps) {
  const remove = useRemoveIntegration();
  const { id, platform, store_name } = integration;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        remove.forget();
        onClose();
      }}
      title={
        <>
          Remove <bdi>{store_name}</bdi>?
        </>
      }
      confirm="Remove"
      icon={<Trash2 />}
      busy={remove.isBusy}
      failure={remove.failure}
      // It goes with the card that it asks about.
      onConfirm={() => void remove.send({ params: { id } })}
    >
      The {integrationLabel(platform)} integration <strong>{store_name}</strong> goes with its keys
      {wentWith(platform)}
    </ConfirmDialog>
  );
}

/** What goes on without it. */
function wentWith(platform: string) {
  switch (platform) {
    case "shopify":
      return " and its synced products. Sales posts and the sale rotator go on without it.";
    case "amazon_ses":
      return ". A newsletter that is sent with it stops until another one is chosen.";
    default:
      return ".";
  }
}
