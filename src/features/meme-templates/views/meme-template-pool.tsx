import { Laugh, Plus } from "lucide-react";
import { sameId } from "@/shared/api/id";
import { activeCount } from "@/shared/format/number";
import { RecordDialog, type RecordPlace } from "@/shared/forms/record-form";
import { useAdded } from "@/shared/forms/use-added";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { FoldRegion } from "@/shared/ui/panel/fold-region";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { RecordGrid, RecordGridSkeleton, RecordItem } from "@/shared/ui/record/record-card";
import { Loading } from "@/shared/ui/status/skeleton";
import { TemplateForm } from "../forms/template-form";
import { memeTemplateQueries } from "../queries";
import { TemplateCard } from "./template-card";

export const MemeTemplatePool = (place: RecordPlace) => (
  <FoldRegion
    title="Meme Template Pool Manager"
    id="meme-templates"
    meta="All groups"
    fold={place.fold}
    facts={
      <PanelBoundary loading={<Loading label="Loading meme templates" visible />}>
        <TemplateFacts />
      </PanelBoundary>
    }
    actions={
      <Button size="sm" icon={<Plus />} onClick={place.onAdd}>
        Add template
      </Button>
    }
  >
    <PanelBoundary loading={<LoadingTemplates />}>
      <Pool {...place} />
    </PanelBoundary>
  </FoldRegion>
);

const LoadingTemplates = () => (
  <Loading label="Loading meme templates">
    <RecordGridSkeleton column={220} />
  </Loading>
);

/** One line about the pool. */
function TemplateFacts() {
  const { items: templates, unreadable } = useRead(memeTemplateQueries.list());
  if (templates.length === 0 && unreadable > 0) return null;
  return <p>{templates.length === 0 ? "No templates yet." : activeCount(templates)}</p>;
}

function Pool(place: RecordPlace) {
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
        noun="template"
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
