import { useGuardedForm } from "@/shared/forms/use-guarded-form";
import { saveFailure, useSaveTemplate } from "../mutations";
import { useReadTemplate } from "../queries";
import {
  blankTemplate,
  type MemeTemplate,
  memeTemplateUpdateSchema,
  templateFields,
} from "../schema";

/** One form for both: it edits a template, or creates a new one, which is active by default. */
export function useTemplateForm(
  edited: MemeTemplate | undefined,
  onSaved: (saved: MemeTemplate | undefined) => void,
) {
  return useGuardedForm({
    schema: memeTemplateUpdateSchema,
    stored: edited ?? blankTemplate,
    valuesOf,
    overwrites,
    readStored: useReadTemplate(edited?.id),
    draft: edited ? `meme-template-${edited.id}` : "new-meme-template",
    failure: saveFailure,
    bodyOf: (values) => values,
    send: useSaveTemplate(edited),
    onSaved: (saved) => onSaved(saved),
  });
}

/** What the form edits: a stored template, or the blank one. */
type Stored = MemeTemplate | typeof blankTemplate;

const valuesOf = (stored: Stored) => ("id" in stored ? templateFields(stored) : stored);

function overwrites(stored: Stored) {
  const values = valuesOf(stored);
  return {
    Name: values.name,
    "Image URL": values.template_image_url,
    "Usage explanation": values.usage_explanation,
    "Humor explanation": values.humor_explanation,
    Active: values.is_active,
  };
}
