import { useMemo, useState } from "react";
import { apiHost } from "@/shared/config/env";
import { type MailProduct, type MailVariables, toMailProduct } from "../mail";
import { sampleProducts, sampleSubscriberName } from "../starter-template";

/** The sample data of the preview, as the operator has typed it. */
export type SampleData = {
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
