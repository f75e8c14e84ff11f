import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { RecordForm } from "@/shared/forms/record-form";
import type { useTemplateForm } from "./use-template-form";

type TemplateFormProps = {
  guarded: ReturnType<typeof useTemplateForm>;
  /** The name of the template that is edited; undefined while a new one is added. */
  editing: string | undefined;
  onCancel: () => void;
};

export function TemplateForm(props: TemplateFormProps) {
  const { control } = props.guarded.form;
  return (
    <RecordForm
      {...props}
      of="template"
      label="Meme template"
      title="New template"
      create="Create Template"
      update="Update Template"
    >
      <TextField control={control} name="name" label="Name" required />
      <TextField
        control={control}
        name="template_image_url"
        label="Image URL"
        required
        inputMode="url"
        autoComplete="off"
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
