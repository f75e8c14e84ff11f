import { MediaField } from "@/entities/media";
import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { RecordForm } from "@/shared/forms/record-form";
import { saveFailure, useSaveTemplate } from "../mutations";
import { useReadTemplate } from "../queries";
import {
  blankTemplate,
  type MemeTemplate,
  memeTemplateUpdateSchema,
  templateFields,
} from "../schema";

type TemplateFormProps = {
  /** The template to edit; undefined for a new one. */
  template: MemeTemplate | undefined;
  onClose: () => void;
  onAdded: (saved: MemeTemplate | undefined) => void;
};

export function TemplateForm({ template, onClose, onAdded }: TemplateFormProps) {
  const guarded = useTemplateForm(template, (saved) => {
    if (!template) onAdded(saved);
    onClose();
  });
  const { control } = guarded.form;
  return (
    <RecordForm
      guarded={guarded}
      noun="template"
      label="Meme template"
      isNew={!template}
      onClose={onClose}
      create="Create Template"
      update="Update Template"
    >
      <TextField control={control} name="name" label="Name" required />
      <MediaField
        control={control}
        name="template_image_url"
        label="Image URL"
        required
        placeholder="https://"
      />
      <TextAreaField
        control={control}
        name="usage_explanation"
        label="Usage explanation"
        required
        placeholder="What goes in which panel"
      />
      <TextAreaField
        control={control}
        name="humor_explanation"
        label="Humor explanation"
        required
        placeholder="Why it is funny"
      />
      <CheckboxField control={control} name="is_active" label="Active" />
    </RecordForm>
  );
}

/** One form for both: it edits a template, or creates a new one, which is active by default. */
function useTemplateForm(
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

/** The template that the form edits: a stored one, or the blank one. */
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
