import { Plus, RotateCcw, X } from "lucide-react";
import { notShownNote } from "@/shared/media/safe-url";
import { Button } from "@/shared/ui/button";
import { focusAround } from "@/shared/ui/focus-around";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";
import { IconButton } from "@/shared/ui/icon-button";
import { mostProducts } from "../mail";
import styles from "./mail-preview.module.css";
import type { Sample, SampleData } from "./use-sample";

const fields = [
  ["name", "Name"],
  ["price", "Price"],
  ["old_price", "Old price"],
  ["image_url", "Image URL"],
  ["url", "Link"],
] as const;

/** Edits the sample data of the preview; it is neither saved nor sent. */
export function SampleEditor({ sample }: { sample: Sample }) {
  const { data, isInitial, reset, setSubscriber, addProduct } = sample;
  return (
    <fieldset className={styles.sample} aria-label="Sample data">
      <p className={styles.note}>For this preview alone. A test email has its own sample data.</p>
      <Field label="Subscriber name" hint="Empty for a subscriber without a name.">
        {(props) => (
          <Input
            {...props}
            autoComplete="off"
            value={data.subscriber_name}
            onChange={({ target }) => setSubscriber(target.value)}
          />
        )}
      </Field>
      {data.products.map((product, index) => (
        <ProductFields
          key={product.key}
          sample={sample}
          product={product}
          name={`Product ${index + 1}`}
        />
      ))}
      <div className={styles.sampleFoot}>
        <Button
          size="sm"
          icon={<Plus />}
          onClick={addProduct}
          aria-disabled={data.products.length >= mostProducts.onSale}
        >
          Add product
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCcw />}
          onClick={reset}
          aria-disabled={isInitial}
        >
          Reset sample data
        </Button>
      </div>
    </fieldset>
  );
}

type ProductFieldsProps = {
  sample: Sample;
  product: SampleData["products"][number];
  name: string;
};

function ProductFields({ sample, product, name }: ProductFieldsProps) {
  return (
    <fieldset className={styles.product} aria-label={name}>
      {fields.map(([field, label]) => (
        <Field
          key={field}
          label={label}
          hint={field === "image_url" && notShownNote(product.image_url)}
        >
          {(props) => (
            <Input
              {...props}
              autoComplete="off"
              value={product[field]}
              onChange={({ target }) => sample.setProduct(product.key, { [field]: target.value })}
            />
          )}
        </Field>
      ))}
      <IconButton
        label={`Remove ${name}`}
        icon={<X />}
        onClick={({ currentTarget }) => {
          focusAround(currentTarget, '[aria-label="Sample data"]');
          sample.removeProduct(product.key);
        }}
      />
    </fieldset>
  );
}
