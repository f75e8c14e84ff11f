import { PackageOpen } from "lucide-react";
import { ReplaceQuestion, useEdited, useReplacing } from "@/shared/forms/record-form";
import { useRead } from "@/shared/query/use-read";
import { EmptyPanel } from "@/shared/ui/notice";
import { Region } from "@/shared/ui/panel";
import { RecordGrid } from "@/shared/ui/record-grid";
import { Split } from "@/shared/ui/split";
import { ProductForm } from "../forms/product-form";
import { useProductForm } from "../forms/use-product-form";
import { productQueries } from "../queries";
import { ProductCard } from "./product-card";

export function Catalog() {
  const products = useRead(productQueries.list()).items;
  const { edited, hold } = useEdited(products);
  const product = useProductForm(edited, () => hold(undefined));
  const replacing = useReplacing(product.form, hold, "name");
  return (
    <>
      <Split
        aside={
          <ProductForm
            guarded={product}
            editing={edited?.name}
            onCancel={() => replacing.replace(undefined)}
          />
        }
      >
        <Region title={`Existing Products (${products.length})`} level={3}>
          {products.length === 0 ? (
            <NoProducts />
          ) : (
            <RecordGrid column={200}>
              {products.map((one) => (
                <li key={one.id}>
                  <ProductCard product={one} onEdit={() => replacing.replace(one.id)} />
                </li>
              ))}
            </RecordGrid>
          )}
        </Region>
      </Split>
      <ReplaceQuestion replacing={replacing} />
    </>
  );
}

const NoProducts = () => (
  <EmptyPanel
    icon={<PackageOpen />}
    title="The catalog has no products yet."
    hint="Add the first one with the form beside this. Posts are written about active products."
  />
);
