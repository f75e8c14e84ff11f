import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CheckboxField, NumberField, TextField } from "@/shared/forms/fields";
import { SaveButton, UnsavedBadge } from "@/shared/forms/form-foot";
import { OverwriteDialog } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { fetchFresh } from "@/shared/query/prefetch";
import { FormError, Notice } from "@/shared/ui/panel/notice";
import { Panel } from "@/shared/ui/panel/panel";
import { namedSettings } from "../dry-run";
import { saveFailure, useSaveSettings } from "../mutations";
import { saleRotatorQueries } from "../queries";
import {
  type SaleSettings,
  type SaleSettingsBody,
  saleSettingsFields,
  saleSettingsUpdateSchema,
} from "../schema";
import { NextRun } from "../views/next-run";
import styles from "./settings-form.module.css";

type SettingsFormProps = {
  group: Id;
  settings: ReturnType<typeof useSettingsForm>;
  /** True if the saved settings have it run. */
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
        {isEnabled && <SameShop group={group} />}
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

/** The number fields with their limits; the schema refuses all but whole numbers between them. */
const numbers = [
  { name: "rotator_count", label: "Rotator count", min: 0, max: 20 },
  { name: "rotator_no_change_count", label: "Rotator no-change count", min: 0, max: 20 },
  { name: "print_count", label: "Print count", min: 0, max: 10, counts: "T-shirt/hoodie pairs" },
  { name: "cooldown_days", label: "Cooldown days", min: 7, max: 90, unit: "days" },
  { name: "rotator_discount_percent", label: "Rotator discount %", min: 5, max: 70, unit: "%" },
  { name: "print_discount_percent", label: "Print discount %", min: 5, max: 70, unit: "%" },
] as const;

type SettingsFieldsProps = { control: Control<SaleSettingsBody, unknown, SaleSettingsBody> };

const SettingsFields = ({ control }: SettingsFieldsProps) => (
  <div className={styles.fields}>
    {numbers.map(({ name, label, min, max, ...more }) => (
      <NumberField
        key={name}
        control={control}
        name={name}
        label={label}
        required
        min={min}
        max={max}
        step={1}
        hint={"counts" in more ? `${min} to ${max} ${more.counts}` : `${min} to ${max}`}
        {...("unit" in more && { unit: more.unit })}
      />
    ))}
    <TextField
      control={control}
      name="sale_tag"
      label="Sale tag"
      required
      placeholder="sale"
      autoComplete="off"
      hint="The shop tag of products on sale"
    />
  </div>
);

/** Saves the settings as a whole, including those that a newer server added. */
export function useSettingsForm(group: Id, stored: SaleSettings) {
  const client = useQueryClient();
  const command = useSaveSettings();
  const guarded = useGuardedForm({
    schema: saleSettingsUpdateSchema,
    stored,
    valuesOf: saleSettingsFields,
    overwrites: namedSettings,
    readStored: () => fetchFresh(client, saleRotatorQueries.settings(group)),
    draft: `sale-settings-${group}`,
    failure: saveFailure,
    bodyOf: (values: SaleSettingsBody, now) => ({ ...now, ...values }),
    send: (body) => command.send({ params: { groupId: group }, body }),
  });
  return { ...guarded, isBusy: guarded.isBusy || command.isBusy };
}

/** Warns of the rotators of other groups that run in the same shop. */
function SameShop({ group }: { group: Id }) {
  const { data: others = [] } = useQuery(saleRotatorQueries.sameShop(group));
  if (others.length === 0) return null;
  const names = others.join(", ");
  return (
    <Notice tone="warning" title={`The rotator of ${names} is enabled for the same shop`}>
      Each rotator handles only its own products, so together they put more on sale than either of
      them shows.
    </Notice>
  );
}
