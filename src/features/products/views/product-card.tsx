import { Trash2 } from "lucide-react";
import { useState } from "react";
import { preview } from "@/shared/format/text";
import { SafeLink } from "@/shared/media/safe-link";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { RecordCard } from "@/shared/ui/record/record-card";
import { useDeleteProduct } from "../mutations";
import type { Product } from "../schema";
import styles from "./product-card.module.css";

const previewLength = 100;

type ProductCardProps = { product: Product; onEdit: () => void };

export function ProductCard({ product, onEdit }: ProductCardProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <RecordCard
        name={product.name}
        level={4}
        image={product.product_image_url}
        isActive={product.is_active ?? true}
        onEdit={onEdit}
        onDelete={() => setAsking(true)}
      >
        <p className={styles.description}>{preview(product.description ?? "", previewLength)}</p>
        {product.call_to_action_url && (
          <p className={styles.link}>
            <SafeLink url={product.call_to_action_url}>
              {shown(product.call_to_action_url)}
            </SafeLink>
          </p>
        )}
      </RecordCard>
      <DeleteProduct product={product} open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

/** Drops the scheme: links differ in their site, not in their protocol. */
const shown = (url: string) => url.replace(/^https?:\/\//i, "");

type DeleteProductProps = { product: Product; open: boolean; onClose: () => void };

function DeleteProduct({ product, open, onClose }: DeleteProductProps) {
  const remove = useDeleteProduct();
  return (
    <CommandQuestion
      command={remove}
      open={open}
      onClose={onClose}
      title="Are you sure you want to delete this product?"
      confirm="Delete"
      icon={<Trash2 />}
      // Nothing closes the dialog here: it unmounts with the card of the deleted product.
      onConfirm={() => void remove.send({ params: { id: product.id } })}
    >
      <strong>{product.name || "It"}</strong> is removed from the catalog. Posts about it stay.
    </CommandQuestion>
  );
}
