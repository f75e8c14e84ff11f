import { Trash2 } from "lucide-react";
import { useState } from "react";
import { SafeImage } from "@/shared/media/safe-image";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { FormError } from "@/shared/ui/notice";
import { Card } from "@/shared/ui/panel";
import { StateDot } from "@/shared/ui/state-dot";
import { useDeleteTemplate } from "../mutations";
import type { MemeTemplate } from "../schema";
import styles from "./meme-template-pool.module.css";

type TemplateCardProps = { template: MemeTemplate; onEdit: () => void };

export function TemplateCard({ template, onEdit }: TemplateCardProps) {
  const [isAsking, setAsking] = useState(false);
  const isActive = template.is_active ?? true;
  return (
    <Card className={styles.card} data-inactive={isActive ? undefined : ""}>
      <div className={styles.picture}>
        <SafeImage url={template.template_image_url} alt="" />
      </div>
      <div className={styles.body}>
        <h3>{template.name}</h3>
        <dl>
          <dt>Usage</dt>
          <dd>{template.usage_explanation || "—"}</dd>
          <dt>Humor</dt>
          <dd>{template.humor_explanation || "—"}</dd>
        </dl>
      </div>
      <footer className={styles.foot}>
        <StateDot state={isActive ? "on" : "off"}>{isActive ? "Active" : "Inactive"}</StateDot>
        <Button size="sm" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </footer>
      <DeleteTemplate template={template} open={isAsking} onClose={() => setAsking(false)} />
    </Card>
  );
}

type DeleteTemplateProps = { template: MemeTemplate; open: boolean; onClose: () => void };

function DeleteTemplate({ template, open, onClose }: DeleteTemplateProps) {
  const remove = useDeleteTemplate();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        remove.forget();
        onClose();
      }}
      title={`Delete ${template.name}?`}
      confirm="Delete"
      icon={<Trash2 />}
      busy={remove.isBusy}
      failure={remove.failure && <FormError {...remove.failure} />}
      // It goes with the card that it asks about.
      onConfirm={() => void remove.send({ params: { id: template.id } })}
    >
      No more memes are made with <strong>{template.name}</strong>. Those that exist stay.
    </ConfirmDialog>
  );
}
