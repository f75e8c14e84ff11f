import { type Control, useController, useWatch } from "react-hook-form";
import { platformLabel } from "@/entities/account";
import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { CheckboxField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { saveFailures, useSaveCategory } from "../mutations";
import { useReadCategory } from "../queries";
import {
  offeredPlatforms,
  type PlatformsChange,
  type PlatformsValues,
  platformsFormSchema,
} from "../schema";
import { EditorSection } from "../views/editor-section";
import styles from "./category-forms.module.css";

export function PlatformsForm({ category, group }: { category: Category; group: Id }) {
  const save = useSaveCategory("platforms");
  const guarded = useGuardedForm({
    schema: platformsFormSchema,
    stored: category,
    valuesOf,
    overwrites,
    readStored: useReadCategory(group, category.id),
    draft: `category-platforms-${category.id}`,
    failure: saveFailures.platforms,
    bodyOf: (body) => body,
    send: (body) => save.send({ params: { id: category.id }, body }),
  });
  const { control } = guarded.form;

  return (
    <EditorSection
      title="Enabled platforms"
      hint="Where posts in this category may be published."
      control={control}
    >
      <GuardedForm guarded={guarded} label="Enabled platforms" stacked className={styles.form}>
        <fieldset className={styles.boxes} aria-label="Enabled platforms">
          <CheckboxField
            control={control}
            name="all"
            label="All active platforms"
            hint="Including accounts added later."
          />
          <PlatformBoxes control={control} stored={category.enabled_platforms ?? []} />
        </fieldset>
        <SaveFoot control={control} busy={guarded.isBusy}>
          Save platforms
        </SaveFoot>
      </GuardedForm>
    </EditorSection>
  );
}

const valuesOf = ({ enabled_platforms: chosen }: Category) => ({
  all: !chosen,
  platforms: chosen ?? [],
});

const overwrites = ({ enabled_platforms: chosen }: Category) => ({
  "Enabled platforms": chosen
    ? chosen.map(platformLabel).join(", ") || "None"
    : "All active platforms",
});

type PlatformBoxesProps = {
  control: Control<PlatformsValues, unknown, PlatformsChange>;
  /** Platforms that only a newer server knows are offered too, so that a save keeps them. */
  stored: readonly string[];
};

function PlatformBoxes({ control, stored }: PlatformBoxesProps) {
  const { field } = useController({ control, name: "platforms" });
  const isAll = useWatch({ control, name: "all" });
  const offered = [...new Set<string>([...offeredPlatforms, ...stored])];
  const chosen: readonly string[] = field.value;

  function toggle(type: string, isOn: boolean) {
    field.onChange(offered.filter((one) => (one === type ? isOn : chosen.includes(one))));
  }

  return (
    <>
      <div className={styles.grid}>
        {offered.map((type, index) => (
          <Checkbox
            key={type}
            ref={index === 0 ? field.ref : undefined}
            label={platformLabel(type)}
            checked={isAll || chosen.includes(type)}
            disabled={isAll}
            onCheckedChange={(isOn) => toggle(type, isOn)}
          />
        ))}
      </div>
      {!isAll && chosen.length === 0 && (
        <p className={styles.hint} data-tone="warning">
          No platform is enabled: nothing in this category is published.
        </p>
      )}
    </>
  );
}
