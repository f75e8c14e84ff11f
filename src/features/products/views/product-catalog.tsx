import { Plus } from "lucide-react";
import type { RecordPlace } from "@/shared/forms/record-form";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Button } from "@/shared/ui/button";
import { FoldRegion } from "@/shared/ui/fold-region";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { RecordGridSkeleton } from "@/shared/ui/record-grid";
import { Loading } from "@/shared/ui/skeleton";

const ProductFacts = lazyWithPreload(() =>
  import("./product-facts").then((part) => part.ProductFacts),
);
const Catalog = lazyWithPreload(() => import("./catalog").then((part) => part.Catalog), {
  preloadWhenSettled: true,
});

export const ProductCatalog = (place: RecordPlace) => (
  <FoldRegion
    title="Product Catalog Manager"
    id="products"
    meta="All groups"
    fold={place.fold}
    facts={
      <PanelBoundary loading={<Loading label="Loading products..." visible />}>
        <ProductFacts />
      </PanelBoundary>
    }
    actions={
      <Button size="sm" icon={<Plus />} onClick={place.onAdd}>
        Add product
      </Button>
    }
  >
    <PanelBoundary loading={<LoadingProducts />}>
      <Catalog {...place} />
    </PanelBoundary>
  </FoldRegion>
);

const LoadingProducts = () => (
  <Loading label="Loading products..." visible>
    <RecordGridSkeleton column={200} />
  </Loading>
);
