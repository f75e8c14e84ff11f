import { getRouteApi } from "@tanstack/react-router";
import type { RecordPlace } from "@/shared/forms/record-form";
import { useFold } from "./use-fold";
import { useGo } from "./use-go";

const route = getRouteApi("/dashboard/config");

/** The place of a section of records in the address: the wanted card, and the open dialog. */
export function useRecordPlace(section: string, kind: "template" | "product"): RecordPlace {
  const search = route.useSearch();
  const go = useGo<typeof search>();
  const { dialog, record, [kind]: wanted } = search;
  const isForm = dialog === kind;
  return {
    fold: useFold(section, `${wanted ?? ""}${isForm ? "form" : ""}`),
    wanted,
    isAdding: isForm && record === undefined,
    edited: isForm ? record : undefined,
    onAdd: () => go({ dialog: kind, record: undefined }),
    onEdit: (id) => go({ dialog: kind, record: id }),
    onClose: () => go({ dialog: undefined, record: undefined }, { replace: true }),
  };
}
