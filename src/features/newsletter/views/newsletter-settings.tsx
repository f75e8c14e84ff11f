import { useRef } from "react";
import { useWatch } from "react-hook-form";
import type { Group } from "@/entities/group";
import { useHasShop } from "@/entities/integration";
import { useRead } from "@/shared/query/use-read";
import { goToLine } from "@/shared/ui/form-controls/code-area";
import { Panel, PanelHead } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { SettingsForm } from "../forms/settings-form";
import { useSettingsForm } from "../forms/use-settings-form";
import { mostProducts, type TemplateError } from "../mail";
import { newsletterQueries } from "../queries";
import { MailPreview } from "./mail-preview";
import styles from "./newsletter-settings.module.css";
import { useSample } from "./sample-editor";
import { SendTest } from "./send-test";
import { usePreview } from "./use-preview";

/** Shows the settings of a group's newsletter beside its preview. */
export const NewsletterSettings = ({ group }: { group: Group }) => (
  <PanelBoundary resetKey={String(group.id)} loading={<LoadingSettings />}>
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
      <Panel>
        <PanelHead>
          <h3>Newsletter</h3>
          <Skeleton width={220} align="end" />
        </PanelHead>
        <div className={styles.loadingForm}>
          <LoadingField label={68} />
          <LoadingField label={84} />
          <LoadingField label={102} />
          <LoadingField label={92} height={372} />
        </div>
        <div className={styles.loadingFoot}>
          <Skeleton width={132} height={32} radius={6} />
        </div>
      </Panel>
      <Panel>
        <PanelHead>
          <h3>Preview</h3>
          <Skeleton width={240} height={28} radius={6} align="end" />
        </PanelHead>
        <div className={styles.loadingMail}>
          <Skeleton width="60%" />
          <Skeleton width="75%" />
          <Skeleton height={532} radius={8} />
        </div>
      </Panel>
    </div>
  </Loading>
);

const LoadingField = ({ label, height = 32 }: { label: number; height?: number }) => (
  <div>
    <Skeleton width={label} />
    <Skeleton height={height} radius={6} />
  </div>
);
