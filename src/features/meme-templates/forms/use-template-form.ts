import { useMemo } from "react";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { saveFailure, useSaveTemplate } from "../mutations";
import {
  blankTemplate,
  type MemeTemplate,
  memeTemplateUpdateSchema,
  templateFields,
} from "../schema";

/** One form for both: it edits a template, or creates a new one, which is active by default. */
export function useTemplateForm(edited: MemeTemplate | undefined, onSaved: () => void) {
  const { save, isBusy } = useSaveTemplate(edited);
  const current = useMemo(() => (edited ? templateFields(edited) : blankTemplate), [edited]);
  const form = useConsoleForm({
    schema: memeTemplateUpdateSchema,
    defaults: blankTemplate,
    current,
    draft: edited ? `meme-template-${edited.id}` : "new-meme-template",
    failure: saveFailure,
    save,
    onSaved,
  });
  return { form, isBusy };
}
