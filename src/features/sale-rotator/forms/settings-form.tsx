import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CheckboxField } from "@/shared/forms/fields";
import { OverwriteDialog } from "@/shared/forms/overwrite-dialog";
import { SaveButton } from "@/shared/forms/save-button";
import { UnsavedBadge } from "@/shared/forms/unsaved-badge";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { FormError } from "@/shared/ui/notice";
import { Panel } from "@/shared/ui/panel";
import { NextRun } from "../views/next-run";
import { SettingsFields } from "./settings-fields";
import styles from "./settings-form.module.css";
import type { useSettingsForm } from "./use-settings-form";

const SameShop = lazyWithPreload(() =>
  import("../views/loaded-later").then((part) => part.SameShop),
);

type SettingsFormProps = {
  group: Id;
  settings: ReturnType<typeof useSettingsForm>;
  /** Whether the saved settings have it run. */
  isOn: boolean;
  /** Shown beside the save button. */
  runs: ReactNode;
};

export function SettingsForm({ group, settings, isOn, runs }: SettingsFormProps) {
  const { form, isBusy, unread } = settings;
  const { control } = form;
  const isEnabled = useWatch({ control, name: "is_active" });
  return (
    <Panel>
      <ConsoleForm
        form={form}
        label="Sale rotator settings"
        standsIn="group"
        className={styles.form}
      >
        <div className={styles.head}>
          <CheckboxField control={control} name="is_active" label="Enabled" />
          <p className={styles.schedule}>
            The rotation runs automatically every Monday at 1 AM UTC.
          </p>
          <UnsavedBadge control={control} />
          <NextRun isOn={isOn} />
        </div>
        {isEnabled && (
          <LazyPart fallback={null} failed={() => null}>
            <SameShop group={group} />
          </LazyPart>
        )}
        {unread && <FormError {...unread} />}
        <SettingsFields control={control} />
        <div className={styles.foot}>
          <SaveButton control={control} busy={isBusy}>
            Save Settings
          </SaveButton>
          {runs}
        </div>
      </ConsoleForm>
      <OverwriteDialog guarded={settings} />
    </Panel>
  );
}
