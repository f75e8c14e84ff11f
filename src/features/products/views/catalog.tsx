import { PackageOpen } from "lucide-react";
import { sameId } from "@/shared/api/id";
import { RecordDialog, type RecordPlace } from "@/shared/forms/record-form";
import { useAdded } from "@/shared/forms/use-added";
import { useRead } from "@/shared/query/use-read";
import { EmptyPanel } from "@/shared/ui/notice";
import { Region } from "@/shared/ui/panel";
import { RecordGrid, RecordItem } from "@/shared/ui/record-grid";
import { ProductForm } from "../forms/product-form";
import { productQueries } from "../queries";
import { ProductCard } from "./product-card";

export function Catalog(place: RecordPlace) {
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
        of="product"
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
