import { useRef } from "react";
import { useWatch } from "react-hook-form";
import type { Group } from "@/entities/group";
import { useHasShop } from "@/entities/integration";
import { useRead } from "@/shared/query/use-read";
import { goToLine } from "@/shared/ui/form-controls/code-area";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { SettingsForm } from "../forms/settings-form";
import { useSettingsForm } from "../forms/use-settings-form";
import { mostProducts, type TemplateError } from "../mail";
import { newsletterQueries } from "../queries";
import { MailPreview } from "./mail-preview";
import styles from "./newsletter-settings.module.css";
import { SendTest } from "./send-test";
import { usePreview } from "./use-preview";
import { useSample } from "./use-sample";

/** Shows the settings of a group's newsletter beside its preview. */
export const NewsletterSettings = ({ group }: { group: Group }) => (
  <PanelBoundary of={String(group.id)} loading={<LoadingSettings />}>
    <Settings key={String(group.id)} group={group} />
  </PanelBoundary>
);

function Settings({ group }: { group: Group }) {
  const stored = useRead(newsletterQueries.settings(group.id));
  const settings = useSettingsForm(group.id, stored);
  const { control, setFocus } = settings.form;
  const [subject, mjml, sender] = useWatch({
    control,
    name: ["subject_template", "mjml_template", "sender_email"],
  });
  const sample = useSample();
  const products = useHasShop(group.id) ? mostProducts.onSale : mostProducts.others;
  const preview = usePreview(subject, mjml, sample.variables, products);
  const editor = useRef<HTMLTextAreaElement>(null);

  function goTo({ part, line }: TemplateError) {
    if (part === "subject") setFocus("subject_template");
    else if (editor.current) goToLine(editor.current, line ?? 1);
  }

  return (
    <div className={styles.newsletter}>
      <SettingsForm
        settings={settings}
        group={group.id}
        badLines={preview.badLines}
        editor={editor}
        sizeWarning={preview.sizeWarning}
        test={<SendTest group={group.id} stored={stored} isDirty={settings.isDirty} />}
      />
      <MailPreview preview={preview} sample={sample} sender={sender ?? ""} onGoTo={goTo} />
    </div>
  );
}

const LoadingSettings = () => (
  <Loading label="Loading newsletter">
    <div className={styles.newsletter}>
      <Skeleton height={690} radius={10} />
      <Skeleton height={690} radius={10} />
    </div>
  </Loading>
);
