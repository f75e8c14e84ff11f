import { type ReactNode, type RefObject, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Id } from "@/shared/api/id";
import { SwitchField, TextField } from "@/shared/forms/fields";
import { SaveButton, UnsavedBadge } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { Button } from "@/shared/ui/button/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Notice } from "@/shared/ui/panel/notice";
import { Panel, PanelHead } from "@/shared/ui/panel/panel";
import { starterTemplate } from "../starter-template";
import { IntegrationField } from "./integration-field";
import styles from "./settings-form.module.css";
import { TemplateField } from "./template-field";
import type { useSettingsForm } from "./use-settings-form";

type SettingsFormProps = {
  settings: ReturnType<typeof useSettingsForm>;
  group: Id;
  /** Lines of the MJML template that have errors. */
  badLines: readonly number[];
  editor: RefObject<HTMLTextAreaElement | null>;
  /** Shown above the buttons that save the mail and send a test. */
  sizeWarning: string | undefined;
  /** Shown beside the save button. */
  test: ReactNode;
};

export function SettingsForm(props: SettingsFormProps) {
  const { settings, group, badLines, editor, sizeWarning, test } = props;
  const { form, isBusy } = settings;
  const { control } = form;
  // An active newsletter must be complete; an inactive draft may lack anything.
  const required = useWatch({ control, name: "is_active" });
  return (
    <Panel className={styles.panel}>
      <GuardedForm guarded={settings} label="Newsletter settings" className={styles.form}>
        <PanelHead>
          <h3>Newsletter</h3>
          <UnsavedBadge control={control} />
          <span className={styles.schedule}>Every Monday at 08:00 UTC</span>
          <SwitchField control={control} name="is_active" label="Active" />
        </PanelHead>
        <div className={styles.fields}>
          <IntegrationField control={control} required={required} group={group} />
          <TextField
            control={control}
            name="sender_email"
            label="Sender email"
            required={required}
            inputMode="email"
            autoComplete="off"
          />
          <TextField
            control={control}
            name="subject_template"
            label="Subject template"
            required={required}
            autoComplete="off"
          />
          <TemplateField
            control={control}
            required={required}
            badLines={badLines}
            editor={editor}
            action={<InsertStarter form={form} />}
          />
          {sizeWarning && <Notice tone="warning" title={sizeWarning} />}
        </div>
        <div className={styles.foot}>
          <SaveButton control={control} busy={isBusy}>
            Save settings
          </SaveButton>
          {test}
        </div>
      </GuardedForm>
    </Panel>
  );
}

type InsertStarterProps = { form: ReturnType<typeof useSettingsForm>["form"] };

/** Inserts the starter into both templates; asks before it replaces other text. */
function InsertStarter({ form }: InsertStarterProps) {
  const [isAsking, setAsking] = useState(false);
  const { getValues, setValue } = form;

  function insert() {
    setAsking(false);
    const how = { shouldDirty: true, shouldValidate: true };
    setValue("subject_template", starterTemplate.subject, how);
    setValue("mjml_template", starterTemplate.mjml, how);
  }

  function ask() {
    const { subject_template, mjml_template } = getValues();
    const isKept =
      [starterTemplate.subject, ""].includes(subject_template.trim()) &&
      [starterTemplate.mjml.trim(), ""].includes(mjml_template.trim());
    if (isKept) insert();
    else setAsking(true);
  }

  return (
    <>
      <Button variant="ghost" size="sm" onClick={ask}>
        Insert starter template
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Replace the templates?"
        confirm="Replace"
        onConfirm={insert}
      >
        The starter template replaces the current subject and MJML. Nothing is saved yet.
      </ConfirmDialog>
    </>
  );
}
