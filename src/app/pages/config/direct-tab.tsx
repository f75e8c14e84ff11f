import { Link } from "@tanstack/react-router";
import type { Group } from "@/entities/group";
import { DirectPublishing } from "@/features/content";
import { buttonProps } from "@/shared/ui/button/button";
import { Notice } from "@/shared/ui/panel/notice";
import styles from "./tab-parts.module.css";

export const DirectTab = ({ group }: { group: Group }) => (
  <div className={styles.parts}>
    {group.paused_at && (
      <Notice tone="warning" title="Publishing is paused">
        To publish here, resume it in{" "}
        <Link to="." search={{ group: group.id, tab: "settings" }}>
          Settings
        </Link>
        .
      </Notice>
    )}
    <DirectPublishing
      group={group.id}
      toAccounts={
        <Link
          to="."
          search={{ group: group.id, tab: "accounts" }}
          {...buttonProps({ variant: "primary" })}
        >
          Open Social Accounts
        </Link>
      }
    />
  </div>
);
