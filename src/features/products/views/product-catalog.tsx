import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { RecordGridSkeleton } from "@/shared/ui/record-grid";
import { Loading } from "@/shared/ui/skeleton";

const Catalog = lazyWithPreload(() => import("./catalog").then((part) => part.Catalog));

export function ProductCatalog() {
  return (
    <Region title="Product Catalog Manager" id="products">
      <PanelBoundary loading={<LoadingProducts />}>
        <Catalog />
      </PanelBoundary>
    </Region>
  );
}

const LoadingProducts = () => (
  <Loading label="Loading products..." visible>
    <RecordGridSkeleton column={200} />
  </Loading>
);
