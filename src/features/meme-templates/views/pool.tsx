import { Laugh } from "lucide-react";
import { sameId } from "@/shared/api/id";
import { RecordDialog, type RecordPlace } from "@/shared/forms/record-form";
import { useAdded } from "@/shared/forms/use-added";
import { useRead } from "@/shared/query/use-read";
import { EmptyPanel } from "@/shared/ui/notice";
import { RecordGrid, RecordItem } from "@/shared/ui/record-grid";
import { TemplateForm } from "../forms/template-form";
import { memeTemplateQueries } from "../queries";
import { TemplateCard } from "./template-card";

export function Pool(place: RecordPlace) {
  const templates = useRead(memeTemplateQueries.list()).items;
  const { refOf, onAdded, onClosed } = useAdded();
  return (
    <>
      {templates.length === 0 ? (
        <NoTemplates />
      ) : (
        <RecordGrid column={220} label="Meme templates">
          {templates.map((one) => (
            <RecordItem key={one.id} isWanted={sameId(one.id, place.wanted)} ref={refOf(one.id)}>
              <TemplateCard template={one} onEdit={() => place.onEdit(one.id)} />
            </RecordItem>
          ))}
        </RecordGrid>
      )}
      <RecordDialog
        items={templates}
        place={place}
        onClosed={onClosed}
        of="template"
        title="New template"
        form={(template) => (
          <TemplateForm
            key={template?.id}
            template={template}
            onClose={place.onClose}
            onAdded={onAdded}
          />
        )}
      />
    </>
  );
}

const NoTemplates = () => (
  <EmptyPanel
    icon={<Laugh />}
    title="No meme templates yet"
    hint="Meme categories need at least one: its image and how the joke works."
  />
);
