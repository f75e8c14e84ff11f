import { Check, Plus } from "lucide-react";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CheckboxField, TextAreaField, TextField } from "@/shared/forms/fields";
import { UnsavedBadge } from "@/shared/forms/unsaved-badge";
import { Button } from "@/shared/ui/button";
import { Panel, Region } from "@/shared/ui/panel";
import styles from "./template-form.module.css";
import type { useTemplateForm } from "./use-template-form";

type TemplateFormProps = ReturnType<typeof useTemplateForm> & {
  /** The name of the template that is edited; none while a new one is added. */
  editing: string | undefined;
  onCancel: () => void;
};

export function TemplateForm({ form, isBusy, editing, onCancel }: TemplateFormProps) {
  const { control } = form;
  const isNew = editing === undefined;
  return (
    <Panel padded>
      <Region
        title={
          isNew ? (
            "New template"
          ) : (
            <>
              Editing "<bdi>{editing}</bdi>"
            </>
          )
        }
        level={3}
        actions={<UnsavedBadge control={control} />}
      >
        <ConsoleForm form={form} className={styles.form} label="Meme template" standsIn="screen">
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
          <footer className={styles.foot}>
            {!isNew && (
              <Button variant="ghost" onClick={onCancel}>
                Cancel Edit
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              icon={isNew ? <Plus /> : <Check />}
              busy={isBusy}
            >
              {isNew ? "Create Template" : "Update Template"}
            </Button>
          </footer>
        </ConsoleForm>
      </Region>
    </Panel>
  );
}
