import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { RecordGridSkeleton } from "@/shared/ui/record-grid";
import { Loading } from "@/shared/ui/skeleton";

const Pool = lazyWithPreload(() => import("./pool").then((part) => part.Pool));

export function MemeTemplatePool() {
  return (
    <Region title="Meme Template Pool Manager" id="meme-templates">
      <PanelBoundary loading={<LoadingTemplates />}>
        <Pool />
      </PanelBoundary>
    </Region>
  );
}

const LoadingTemplates = () => (
  <Loading label="Loading the meme templates">
    <RecordGridSkeleton column={220} />
  </Loading>
);
