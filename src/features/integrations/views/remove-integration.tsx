import { Trash2 } from "lucide-react";
import { type Integration, integrationLabel } from "@/entities/integration";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { useRemoveIntegration } from "../mutations";

type RemoveIntegrationProps = { integration: Integration; open: boolean; onClose: () => void };

export function RemoveIntegration({ integration, open, onClose }: RemoveIntegrationProps) {
  const remove = useRemoveIntegration();
  const { id, platform, store_name } = integration;
  return (
    <CommandQuestion
      command={remove}
      open={open}
      onClose={onClose}
      title={
        <>
          Remove <bdi>{store_name}</bdi>?
        </>
      }
      confirm="Remove"
      icon={<Trash2 />}
      // Needs no onClose: this question unmounts with the card of the removed integration.
      onConfirm={() => void remove.send({ params: { id } })}
    >
      The {integrationLabel(platform)} integration <strong>{store_name}</strong> goes with its keys
      {wentWith(platform)}
    </CommandQuestion>
  );
}

/** Completes the sentence with the effect on the features that used it. */
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
