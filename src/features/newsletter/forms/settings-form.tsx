import type { ReactNode, RefObject } from "react";
import { useWatch } from "react-hook-form";
import type { Id } from "@/shared/api/id";
import { SwitchField, TextField } from "@/shared/forms/fields";
import { GuardedForm } from "@/shared/forms/guarded-form";
import { SaveButton } from "@/shared/forms/save-button";
import { UnsavedBadge } from "@/shared/forms/unsaved-badge";
import { Notice } from "@/shared/ui/notice";
import { Panel, PanelHead } from "@/shared/ui/panel";
import { InsertStarter } from "./insert-starter";
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
