import { Copy } from "lucide-react";
import { type Group, weekdays } from "@/entities/group";
import { noNumber } from "@/shared/api/fields";
import { NumberField, SelectField, TextField } from "@/shared/forms/fields";
import { SaveFoot, UnsavedBadge } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { useOffered } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { groupsApi } from "../contract";
import { slotsFailure, useSetSlots } from "../mutations";
import { useReadGroup } from "../queries";
import { slotsFormSchema } from "../schema";
import styles from "../views/group-settings.module.css";

/** When the posts of a group go out. */
export function PublishingTimes({ group }: { group: Group }) {
  return useOffered(groupsApi.setSlots) ? <PublishingTimesForm group={group} /> : null;
}

function PublishingTimesForm({ group }: { group: Group }) {
  const save = useSetSlots();
  const guarded = useGuardedForm({
    schema: slotsFormSchema,
    stored: group,
    valuesOf,
    overwrites,
    readStored: useReadGroup(group.id),
    draft: `group-times-${group.id}`,
    failure: slotsFailure,
    bodyOf: (body) => body,
    send: (body) => save.send({ params: { id: group.id }, body }),
  });
  const { control, getValues, setValue } = guarded.form;
  const zones = timeZones();
  const zone = group.time_zone ?? "UTC";

  function copyMonday() {
    for (const weekday of weekdays) {
      setValue(weekday, getValues("monday"), { shouldDirty: true });
    }
  }

  return (
    <TitledPanel title="Times" state={<UnsavedBadge control={control} />}>
      <GuardedForm guarded={guarded} label="Times" stacked>
        <fieldset className={styles.times}>
          <legend>Publishing times</legend>
          <p>
            Approved posts are published at the next free time, one per account. The daily planner
            uses these times too. If empty, an account's posts are 30 minutes apart and the planner
            uses 08:00 to 20:00 UTC.
          </p>
          {weekdays.map((weekday) => (
            <TextField
              key={weekday}
              control={control}
              name={weekday}
              label={nameOf(weekday)}
              autoComplete="off"
              placeholder="09:00, 17:30"
            />
          ))}
          <Button size="sm" icon={<Copy />} onClick={copyMonday}>
            Copy Monday to all days
          </Button>
        </fieldset>
        <SelectField
          control={control}
          name="time_zone"
          label="Time zone"
          hint="For the publishing times above."
          options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({
            value,
            label: value,
          }))}
        />
        <NumberField
          control={control}
          name="notice_minutes"
          label="Notice after approval (minutes)"
          min={1}
          max={60}
          hint="Posts wait at least this long after approval, so you can undo it."
        />
        <SaveFoot control={control} busy={guarded.isBusy}>
          Save times
        </SaveFoot>
      </GuardedForm>
    </TitledPanel>
  );
}

const nameOf = (weekday: string) => `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`;

/** UTC is not among the zones that browsers list. */
const timeZones = () => ["UTC", ...Intl.supportedValuesOf("timeZone").filter((it) => it !== "UTC")];

function valuesOf({ publishing_times, time_zone, notice_minutes }: Group) {
  const textOf = (weekday: (typeof weekdays)[number]) =>
    publishing_times?.[weekday].join(", ") ?? "";
  return {
    monday: textOf("monday"),
    tuesday: textOf("tuesday"),
    wednesday: textOf("wednesday"),
    thursday: textOf("thursday"),
    friday: textOf("friday"),
    saturday: textOf("saturday"),
    sunday: textOf("sunday"),
    time_zone: time_zone ?? "UTC",
    notice_minutes: notice_minutes ?? noNumber,
  };
}

function overwrites(group: Group) {
  const { time_zone, notice_minutes, ...days } = valuesOf(group);
  return {
    ...Object.fromEntries(Object.entries(days).map(([day, times]) => [nameOf(day), times])),
    "Time zone": time_zone,
    "Notice after approval (minutes)": notice_minutes,
  };
}
