import { Plus } from "lucide-react";
import type { RecordPlace } from "@/shared/forms/record-form";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Button } from "@/shared/ui/button";
import { FoldRegion } from "@/shared/ui/fold-region";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { RecordGridSkeleton } from "@/shared/ui/record-grid";
import { Loading } from "@/shared/ui/skeleton";

const TemplateFacts = lazyWithPreload(() =>
  import("./template-facts").then((part) => part.TemplateFacts),
);
const Pool = lazyWithPreload(() => import("./pool").then((part) => part.Pool), {
  preloadWhenSettled: true,
});

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
