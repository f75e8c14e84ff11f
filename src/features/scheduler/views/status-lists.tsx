import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import type { ListsProps } from "./lists/post-lists";

/** Lazy: the lists are below the first view. */
const Lists = lazyWithPreload(() => import("./lists/post-lists").then((part) => part.Lists));

/** The lists of the scheduler's status: failed, upcoming and published posts. */
export const StatusLists = (props: ListsProps) => (
  <PanelBoundary loading={<LoadingLists />}>
    <Lists {...props} />
  </PanelBoundary>
);

const LoadingLists = () => (
  <Loading label="Loading posts">
    <LoadingList title="Failed Posts" />
    <LoadingList title="Recently Published" />
  </Loading>
);

const LoadingList = ({ title }: { title: string }) => (
  <Region title={title}>
    <Skeleton height={120} radius={6} />
  </Region>
);
