import { Plus, RotateCcw, X } from "lucide-react";
import { useMemo, useState } from "react";
import { apiHost } from "@/shared/config/env";
import { notShownNote } from "@/shared/media/safe-url";
import { Button } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { focusAround } from "@/shared/ui/focus/focus";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";
import { type MailProduct, type MailVariables, mostProducts, toMailProduct } from "../mail";
import { sampleProducts, sampleSubscriberName } from "../starter-template";
import styles from "./mail-preview.module.css";

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

/** The sample data of the preview, as the operator has typed it. */
type SampleData = {
  readonly subscriber_name: string;
  /** Each has a key, because two products may be equal. */
  readonly products: readonly (MailProduct & { readonly key: number })[];
};

const initial: SampleData = {
  subscriber_name: sampleSubscriberName,
  products: sampleProducts.map((product, key) => ({ ...product, key })),
};

/** The links and images of a mail are resolved against the API's origin. */
const origin = apiHost || window.location.origin;
const unsubscribeUrl = `${origin}/newsletter/unsubscribe`;

export function useSample() {
  const [data, setData] = useState(initial);
  const variables = useMemo(
    (): MailVariables => ({
      subscriber_name: data.subscriber_name,
      products: data.products.map(({ key: _, ...product }) => toMailProduct(origin, product)),
      unsubscribe_url: unsubscribeUrl,
    }),
    [data],
  );

  return {
    data,
    variables,
    isInitial: data === initial,
    reset: () => setData(initial),
    setSubscriber: (subscriber_name: string) => setData({ ...data, subscriber_name }),
    setProduct: (key: number, change: Partial<MailProduct>) =>
      setData({
        ...data,
        products: data.products.map((product) =>
          product.key === key ? { ...product, ...change } : product,
        ),
      }),
    addProduct: () => {
      const key = Math.max(-1, ...data.products.map((product) => product.key)) + 1;
      const empty = { key, name: "", price: "", old_price: "", image_url: "", url: "" };
      setData({ ...data, products: [...data.products, empty] });
    },
    removeProduct: (key: number) =>
      setData({ ...data, products: data.products.filter((product) => product.key !== key) }),
  };
}

export type Sample = ReturnType<typeof useSample>;
