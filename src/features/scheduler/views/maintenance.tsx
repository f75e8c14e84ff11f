import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./maintenance.module.css";

const Chores = lazyWithPreload(() => import("./chores").then((part) => part.Chores));

export const Maintenance = () => (
  <Region title="Maintenance">
    <Panel className={styles.maintenance}>
      <PanelBoundary loading={<LoadingChores />}>
        <Chores />
      </PanelBoundary>
    </Panel>
  </Region>
);

const LoadingChores = () => (
  <Loading label="Loading maintenance">
    {[0, 1, 2].map((chore) => (
      <div key={chore} className={styles.chore}>
        <Skeleton width={140} height={28} radius={6} />
      </div>
    ))}
  </Loading>
);
