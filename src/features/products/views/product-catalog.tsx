import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./product-catalog.module.css";

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
    <div className={styles.grid}>
      <Skeleton height={300} radius={8} />
      <Skeleton height={300} radius={8} />
      <Skeleton height={300} radius={8} />
    </div>
  </Loading>
);
