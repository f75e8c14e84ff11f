import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./meme-template-pool.module.css";

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
    <div className={styles.grid}>
      <Skeleton height={300} radius={8} />
      <Skeleton height={300} radius={8} />
      <Skeleton height={300} radius={8} />
    </div>
  </Loading>
);
