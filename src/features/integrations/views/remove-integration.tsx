import { Trash2 } from "lucide-react";
import { type Integration, useIntegrationLabel, useMailKind } from "@/entities/integration";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { useRemoveIntegration } from "../mutations";

type RemoveIntegrationProps = { integration: Integration; open: boolean; onClose: () => void };

export function RemoveIntegration({ integration, open, onClose }: RemoveIntegrationProps) {
  const remove = useRemoveIntegration();
  const { id, platform, store_name } = integration;
  const label = useIntegrationLabel(platform);
  const isSmtp = useMailKind() === "smtp" && platform === "amazon_ses";
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
      The {label} integration <strong>{store_name}</strong> is removed{!isSmtp && " with its keys"}
      {wentWith(platform)}
    </CommandQuestion>
  );
}

/** Completes the sentence with the effect on the features that used it. */
function wentWith(platform: string) {
  switch (platform) {
    case "shopify":
      return " and its synced products. Sales posts and the sale rotator continue without it.";
    case "amazon_ses":
      return ". A newsletter sent with it stops until you choose another.";
    default:
      return ".";
  }
}
