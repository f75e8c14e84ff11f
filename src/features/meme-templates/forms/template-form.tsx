import { MediaField } from "@/entities/media";
import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { RecordForm } from "@/shared/forms/record-form";
import type { MemeTemplate } from "../schema";
import { useTemplateForm } from "./use-template-form";

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
      of="template"
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
