import { useWatch } from "react-hook-form";
import type { Group } from "@/entities/group";
import { MediaField } from "@/entities/media";
import { TextAreaField } from "@/shared/forms/fields";
import { SaveFoot, UnsavedBadge } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { Split, TitledPanel } from "@/shared/ui/panel/panel";
import { mascotFailure, useSetMascot } from "../mutations";
import { useReadGroup } from "../queries";
import { mascotSchema } from "../schema";
import { ImagePreview } from "../views/image-preview";

export function MascotForm({ group }: { group: Group }) {
  const save = useSetMascot();
  const guarded = useGuardedForm({
    schema: mascotSchema,
    stored: group,
    valuesOf,
    overwrites,
    readStored: useReadGroup(group.id),
    draft: `mascot-${group.id}`,
    failure: mascotFailure,
    bodyOf: (body) => body,
    send: (body) => save.send({ params: { id: group.id }, body }),
  });
  const { control } = guarded.form;

  return (
    <Split
      aside={
        <TitledPanel title="Preview">
          <ImagePreview
            label="Mascot preview"
            url={useWatch({ control, name: "ai_mascot_image_path" })}
            none="No image yet. Images are made from the description alone."
          />
        </TitledPanel>
      }
    >
      <TitledPanel title="Mascot" state={<UnsavedBadge control={control} />}>
        <GuardedForm guarded={guarded} label="Mascot" stacked>
          <MediaField
            control={control}
            name="ai_mascot_image_path"
            label="Image path"
            placeholder="/mascots/… or https://…"
            hint="Given to the AI in categories that use the mascot."
          />
          <TextAreaField
            control={control}
            name="ai_mascot_description"
            label="Description"
            rows={5}
            count={{ max: 4000 }}
            hint="How it looks and behaves."
          />
          <SaveFoot control={control} busy={guarded.isBusy}>
            Save mascot
          </SaveFoot>
        </GuardedForm>
      </TitledPanel>
    </Split>
  );
}

const valuesOf = (group: Group) => ({
  ai_mascot_image_path: group.ai_mascot_image_path ?? "",
  ai_mascot_description: group.ai_mascot_description ?? "",
});

const overwrites = (group: Group) => {
  const { ai_mascot_image_path, ai_mascot_description } = valuesOf(group);
  return { "Image path": ai_mascot_image_path, Description: ai_mascot_description };
};
