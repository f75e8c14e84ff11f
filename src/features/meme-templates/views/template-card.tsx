import { Trash2 } from "lucide-react";
import { useState } from "react";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { RecordCard } from "@/shared/ui/record/record-card";
import { useDeleteTemplate } from "../mutations";
import type { MemeTemplate } from "../schema";
import styles from "./template-card.module.css";

type TemplateCardProps = { template: MemeTemplate; onEdit: () => void };

export function TemplateCard({ template, onEdit }: TemplateCardProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <RecordCard
        name={template.name}
        level={3}
        image={template.template_image_url}
        isActive={template.is_active ?? true}
        onEdit={onEdit}
        onDelete={() => setAsking(true)}
      >
        <dl className={styles.explanations}>
          <dt>Usage</dt>
          <dd>{template.usage_explanation || "—"}</dd>
          <dt>Humor</dt>
          <dd>{template.humor_explanation || "—"}</dd>
        </dl>
      </RecordCard>
      <DeleteTemplate template={template} open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

type DeleteTemplateProps = { template: MemeTemplate; open: boolean; onClose: () => void };

function DeleteTemplate({ template, open, onClose }: DeleteTemplateProps) {
  const remove = useDeleteTemplate();
  return (
    <CommandQuestion
      command={remove}
      open={open}
      onClose={onClose}
      title={
        <>
          Delete <bdi>{template.name || "this template"}</bdi>?
        </>
      }
      confirm="Delete"
      icon={<Trash2 />}
      // Needs no onClose: this question unmounts with the card of the deleted template.
      onConfirm={() => void remove.send({ params: { id: template.id } })}
    >
      No new memes are made with <strong>{template.name || "it"}</strong>. Existing ones stay.
    </CommandQuestion>
  );
}
