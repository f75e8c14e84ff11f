import { type Control, useController, useWatch } from "react-hook-form";
import { platformLabel } from "@/entities/account";
import type { Category } from "@/entities/category";
import { ConsoleForm } from "@/shared/forms/console-form";
import { CheckboxField } from "@/shared/forms/fields";
import { SaveButton } from "@/shared/forms/save-button";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Checkbox } from "@/shared/ui/checkbox";
import { saveFailures, useSaveCategory } from "../mutations";
import {
  offeredPlatforms,
  type PlatformsChange,
  type PlatformsValues,
  platformsFormSchema,
} from "../schema";
import { EditorSection } from "../views/editor-section";
import styles from "./category-forms.module.css";

export function PlatformsForm({ category }: { category: Category }) {
  const save = useSaveCategory("platforms");
  const chosen = category.enabled_platforms;
  const current = { all: !chosen, platforms: chosen ?? [] };
  const form = useConsoleForm({
    schema: platformsFormSchema,
    defaults: current,
    current,
    draft: `category-platforms-${category.id}`,
    failure: saveFailures.platforms,
    save: (body) => save.send({ params: { id: category.id }, body }),
  });
  const { control } = form;

  return (
    <EditorSection
      title="Enabled platforms"
      hint="Where posts of this category may go."
      control={control}
    >
      <ConsoleForm form={form} className={styles.form} label="Enabled platforms">
        <fieldset className={styles.boxes} aria-label="Enabled platforms">
          <CheckboxField
            control={control}
            name="all"
            label="All active platforms"
            hint="Also those whose accounts are added later."
          />
          <PlatformBoxes control={control} stored={current.platforms} />
        </fieldset>
        <footer className={styles.foot}>
          <SaveButton control={control} busy={save.isBusy}>
            Save platforms
          </SaveButton>
        </footer>
      </ConsoleForm>
    </EditorSection>
  );
}

type PlatformBoxesProps = {
  control: Control<PlatformsValues, unknown, PlatformsChange>;
  /** Those that only a newer server knows are offered too, so that a save keeps them. */
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
          None is enabled: nothing of this category is posted anywhere.
        </p>
      )}
    </>
  );
}
