import { useWatch } from "react-hook-form";
import type { Group } from "@/entities/group";
import { MediaField } from "@/entities/media";
import { SelectField } from "@/shared/forms/fields";
import { SaveFoot, UnsavedBadge } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { settingsFailure, useChangeGroup } from "../mutations";
import { useReadGroup } from "../queries";
import { settingsFormSchema } from "../schema";
import { ImagePreview } from "../views/image-preview";

const focuses = [
  { value: "image", label: "Image" },
  { value: "video", label: "Video" },
];

export function SettingsForm({ group }: { group: Group }) {
  const change = useChangeGroup();
  const guarded = useGuardedForm({
    schema: settingsFormSchema,
    stored: group,
    valuesOf,
    overwrites,
    readStored: useReadGroup(group.id),
    draft: `group-settings-${group.id}`,
    failure: settingsFailure,
    bodyOf: (body) => body,
    send: (body) => change.send({ params: { id: group.id }, body }),
  });
  const { control } = guarded.form;
  const { focus_media_type } = valuesOf(group);
  const isKnown = focuses.some(({ value }) => value === focus_media_type);

  return (
    <TitledPanel title="Media and logo" state={<UnsavedBadge control={control} />}>
      <GuardedForm guarded={guarded} label="Media and logo" stacked>
        <SelectField
          control={control}
          name="focus_media_type"
          label="Focus media type"
          hint="Daily generation makes these first for this group."
          options={
            isKnown ? focuses : [...focuses, { value: focus_media_type, label: focus_media_type }]
          }
        />
        <MediaField
          control={control}
          name="logo_url"
          label="Logo URL"
          placeholder="https://"
          hint="Leave empty to show the name's first letter."
        />
        <ImagePreview
          label="Logo preview"
          url={useWatch({ control, name: "logo_url" })}
          none="Without a logo the group shows its first letter."
          size="sm"
        />
        <SaveFoot control={control} busy={guarded.isBusy}>
          Save settings
        </SaveFoot>
      </GuardedForm>
    </TitledPanel>
  );
}

const valuesOf = (group: Group) => ({
  focus_media_type: group.focus_media_type ?? "image",
  logo_url: group.logo_url ?? "",
});

function overwrites(group: Group) {
  const { focus_media_type, logo_url } = valuesOf(group);
  const focus = focuses.find(({ value }) => value === focus_media_type);
  return { "Focus media type": focus?.label ?? focus_media_type, "Logo URL": logo_url };
}
