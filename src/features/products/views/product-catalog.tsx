import { PackageOpen, Plus } from "lucide-react";
import { sameId } from "@/shared/api/id";
import { activeCount } from "@/shared/format/number";
import { RecordDialog, type RecordPlace } from "@/shared/forms/record-form";
import { useAdded } from "@/shared/forms/use-added";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { FoldRegion } from "@/shared/ui/panel/fold-region";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { RecordGrid, RecordGridSkeleton, RecordItem } from "@/shared/ui/record/record-card";
import { Loading } from "@/shared/ui/status/skeleton";
import { ProductForm } from "../forms/product-form";
import { productQueries } from "../queries";
import { ProductCard } from "./product-card";

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

/** One line about the catalog. */
function ProductFacts() {
  const { items: products, unreadable } = useRead(productQueries.list());
  if (products.length === 0 && unreadable > 0) return null;
  return <p>{products.length === 0 ? "No products yet." : activeCount(products)}</p>;
}

function Catalog(place: RecordPlace) {
  const products = useRead(productQueries.list()).items;
  const { refOf, onAdded, onClosed } = useAdded();
  return (
    <>
      <Region title={`Existing Products (${products.length})`} level={3}>
        {products.length === 0 ? (
          <NoProducts />
        ) : (
          <RecordGrid column={200}>
            {products.map((one) => (
              <RecordItem key={one.id} isWanted={sameId(one.id, place.wanted)} ref={refOf(one.id)}>
                <ProductCard product={one} onEdit={() => place.onEdit(one.id)} />
              </RecordItem>
            ))}
          </RecordGrid>
        )}
      </Region>
      <RecordDialog
        items={products}
        place={place}
        onClosed={onClosed}
        noun="product"
        title="Add New Product"
        form={(product) => (
          <ProductForm
            key={product?.id}
            product={product}
            onClose={place.onClose}
            onAdded={onAdded}
          />
        )}
      />
    </>
  );
}

const NoProducts = () => (
  <EmptyPanel
    icon={<PackageOpen />}
    title="The catalog has no products yet."
    hint="Posts are written about active products."
  />
);
