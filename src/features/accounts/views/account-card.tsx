import { CircleAlert, Ellipsis, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Account, PlatformGlyph, platformLabel } from "@/entities/account";
import { IconButton } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { Menu, MenuItem, MenuSeparator } from "@/shared/ui/menu";
import { FormError } from "@/shared/ui/notice";
import { Card } from "@/shared/ui/panel";
import { StateDot } from "@/shared/ui/state-dot";
import { useDeleteAccount, useTestAccount } from "../mutations";
import styles from "./social-accounts.module.css";

export function AccountCard({ account }: { account: Account }) {
  const { id, platform_type, platform_username, is_active, last_known_error } = account;
  const name = platform_username || platformLabel(platform_type);
  const [isAsking, setAsking] = useState(false);
  const test = useTestAccount();
  const remove = useDeleteAccount();

  return (
    <Card className={styles.account} data-off={is_active ? undefined : ""}>
      <div className={styles.accountHead}>
        <span className={styles.mark}>
          <PlatformGlyph type={platform_type} />
        </span>
        <div className={styles.who}>
          <h3 title={name}>{name}</h3>
          <p>{platformLabel(platform_type)}</p>
        </div>
        <StateDot state={is_active ? "on" : "off"}>{is_active ? "Active" : "Inactive"}</StateDot>
        <Menu
          label={`Actions for ${name}`}
          trigger={
            <IconButton
              label="Actions"
              icon={<Ellipsis />}
              size="sm"
              busy={test.isBusy || remove.isBusy}
            />
          }
        >
          <MenuItem icon={<ShieldCheck />} onSelect={() => void test.send({ params: { id } })}>
            Test credentials
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => setAsking(true)}>
            Delete account
          </MenuItem>
        </Menu>
      </div>
      {last_known_error && (
        <div className={styles.error}>
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          <p>
            <strong>Last error</strong>
            {last_known_error}
          </p>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${name}?`}
        confirm="Delete account"
        busy={remove.isBusy}
        failure={remove.failure && <FormError {...remove.failure} />}
        // It goes with the card that it asks about.
        onConfirm={() => void remove.send({ params: { id } })}
      >
        The {platformLabel(platform_type)} account <strong>{name}</strong> goes with its credentials
        and with what it was still to publish. What is already published stays where it is.
      </ConfirmDialog>
    </Card>
  );
}
