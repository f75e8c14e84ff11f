import { Trash2 } from "lucide-react";
import { useState } from "react";
import { preview } from "@/shared/format/preview";
import { SafeImage } from "@/shared/media/safe-image";
import { SafeLink } from "@/shared/media/safe-link";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { FormError } from "@/shared/ui/notice";
import { Card } from "@/shared/ui/panel";
import { StateDot } from "@/shared/ui/state-dot";
import { useDeleteProduct } from "../mutations";
import type { Product } from "../schema";
import styles from "./product-catalog.module.css";

const previewLength = 100;

type ProductCardProps = { product: Product; onEdit: () => void };

export function ProductCard({ product, onEdit }: ProductCardProps) {
  const [isAsking, setAsking] = useState(false);
  const isActive = product.is_active ?? true;
  return (
    <Card className={styles.card} data-inactive={isActive ? undefined : ""}>
      <div className={styles.picture}>
        <SafeImage url={product.product_image_url} alt="" />
      </div>
      <div className={styles.body}>
        <h4>{product.name}</h4>
        <p>{preview(product.description ?? "", previewLength)}</p>
        {product.call_to_action_url && (
          <p className={styles.link}>
            <SafeLink url={product.call_to_action_url}>
              {shown(product.call_to_action_url)}
            </SafeLink>
          </p>
        )}
      </div>
      <footer className={styles.foot}>
        <StateDot state={isActive ? "on" : "off"}>{isActive ? "Active" : "Inactive"}</StateDot>
        <Button size="sm" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </footer>
      <DeleteProduct product={product} open={isAsking} onClose={() => setAsking(false)} />
    </Card>
  );
}

/** The site is what tells one link from another, and not how it is spoken to. */
const shown = (url: string) => url.replace(/^https?:\/\//i, "");

type DeleteProductProps = { product: Product; open: boolean; onClose: () => void };

function DeleteProduct({ product, open, onClose }: DeleteProductProps) {
  const remove = useDeleteProduct();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        remove.forget();
        onClose();
      }}
      title="Are you sure you want to delete this product?"
      confirm="Delete"
      icon={<Trash2 />}
      busy={remove.isBusy}
      failure={remove.failure && <FormError {...remove.failure} />}
      // It goes with the card that it asks about.
      onConfirm={() => void remove.send({ params: { id: product.id } })}
    >
      <strong>{product.name}</strong> leaves the catalog. Posts that were written about it stay.
    </ConfirmDialog>
  );
}
