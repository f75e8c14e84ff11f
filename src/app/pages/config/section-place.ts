import { getRouteApi, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Id } from "@/shared/api/id";
import type { RecordPlace } from "@/shared/forms/record-form";
import { preferences } from "@/shared/session/preferences";
import type { Fold } from "@/shared/ui/panel/fold-region";
import { useGo } from "../../routes/search";

/**
 * Folds a section of Configuration. It opens when something leads into it, as its `#id` in the address
 * does, and what is open is remembered on this browser.
 *
 * @param lead names what else leads into it now; empty if nothing does
 */
export function useFold(id: string, lead = ""): Fold {
  const go = useGo<{ template?: Id; product?: Id }>();
  const isLinked = useLocation({ select: ({ hash }) => hash === id });
  const leads = `${isLinked ? "#" : ""}${lead}`;
  const [{ isOpen, seen }, setState] = useState(() => ({
    isOpen: leads !== "" || preferences.isSectionOpen(id),
    seen: leads,
  }));
  // Compared with the one before, so that the operator can fold a section that the address leads to.
  if (seen !== leads) setState({ isOpen: isOpen || leads !== "", seen: leads });
  useEffect(() => preferences.rememberSection(id, isOpen), [id, isOpen]);

  function toggle() {
    setState({ isOpen: !isOpen, seen: leads });
    // Otherwise the same link would not open it again, and a reload would.
    if (isOpen && leads !== "") go({ template: undefined, product: undefined }, { replace: true });
  }

  return { isOpen, onToggle: toggle };
}

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
