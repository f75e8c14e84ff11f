import type { Group } from "@/entities/group";
import { ProxyForm } from "../forms/proxy-form";
import { PublishingTimes } from "../forms/publishing-times-form";
import { SettingsForm } from "../forms/settings-form";
import { GroupIdentity } from "./group-identity";
import styles from "./group-settings.module.css";
import { PublishingPause } from "./publishing-pause";

/** The settings of the whole group. Each form is saved separately. */
export function GroupSettingsForms({ group }: { group: Group }) {
  return (
    <div className={styles.forms}>
      <div className={styles.column}>
        <PublishingPause group={group} />
        <SettingsForm group={group} />
        <GroupIdentity group={group} />
      </div>
      <div className={styles.column}>
        <PublishingTimes group={group} />
        <ProxyForm group={group} />
      </div>
    </div>
  );
}
