import type { Group } from "@/entities/group";
import { ProxyForm } from "../forms/proxy-form";
import { SettingsForm } from "../forms/settings-form";
import styles from "./group-settings.module.css";

/** The settings of the whole group. Each form is saved separately. */
export function GroupSettingsForms({ group }: { group: Group }) {
  return (
    <div className={styles.forms}>
      <SettingsForm group={group} />
      <ProxyForm group={group} />
    </div>
  );
}
