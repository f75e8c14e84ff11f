import type { Group } from "@/entities/group";
import { ProxyForm } from "../forms/proxy-form";
import { SettingsForm } from "../forms/settings-form";
import styles from "./group-settings.module.css";

/** What concerns the group as a whole; each part is saved by itself. */
export function GroupSettingsForms({ group }: { group: Group }) {
  return (
    <div className={styles.forms}>
      <SettingsForm group={group} />
      <ProxyForm group={group} />
    </div>
  );
}
