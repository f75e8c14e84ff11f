import { useState } from "react";
import type { Id } from "@/shared/api/id";
import type { Failure } from "@/shared/query/outcome";
import { toasts } from "@/shared/toast/toast";
import { useFillCategoryQuota, useTrigger } from "../mutations";
import { useReadCategory } from "../queries";
import { refusalOf } from "../quota";
import type { GenerationType } from "../schema";

/** The requests for one category, and how the last press of each button failed. */
export function useRowActions(group: Id, category: Id) {
  const triggers = { image: useTrigger(), text: useTrigger() };
  const fill = useFillCategoryQuota();
  const readCategory = useReadCategory(group, category);
  /** The type of post whose quota is being read. */
  const [asking, setAsking] = useState<GenerationType>();
  const [refusal, setRefusal] = useState<Failure>();

  async function generate(type: GenerationType) {
    setRefusal(undefined);
    setAsking(type);
    // If the quota cannot be read, the server decides.
    const text = refusalOf(await readCategory(), type);
    setAsking(undefined);
    if (text) {
      const detail = "Set it under Configuration, Evergreen Content.";
      toasts.show({ kind: "error", title: text, detail });
      triggers[type].forget();
      setRefusal({ text, detail });
      return;
    }
    void triggers[type].send({ params: { categoryId: category }, query: { num_posts: 1, type } });
  }

  const { image, text } = triggers;
  return {
    generate: (type: GenerationType) => void generate(type),
    fill: () => void fill.send({ params: { id: category } }),
    busy: {
      image: image.isBusy || asking === "image",
      text: text.isBusy || asking === "text",
      fill: fill.isBusy,
    },
    failures: [refusal, image.failure, text.failure, fill.failure],
  };
}
