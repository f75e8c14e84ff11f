import type { Group } from "@/entities/group";
import { ConsoleForm } from "@/shared/forms/console-form";
import { SecretField, TextField } from "@/shared/forms/fields";
import { SaveButton } from "@/shared/forms/save-button";
import { UnsavedBadge } from "@/shared/forms/unsaved-badge";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Panel, Region } from "@/shared/ui/panel";
import { proxyFailure, useSetProxy } from "../mutations";
import { proxyFormSchema } from "../schema";
import styles from "./settings-form.module.css";

const secrets = ["proxy_password"] as const;

/** What TikTok's sessions go through. */
export function ProxyForm({ group }: { group: Group }) {
  const save = useSetProxy();
  const current = {
    proxy_server: group.proxy_server ?? "",
    proxy_username: group.proxy_username ?? "",
    proxy_password: "",
  };
  const form = useConsoleForm({
    schema: proxyFormSchema,
    defaults: current,
    current,
    draft: `group-proxy-${group.id}`,
    secrets,
    failure: proxyFailure,
    save: (body) => save.send({ params: { id: group.id }, body }),
  });
  const { control } = form;

  return (
    <Panel padded>
      <Region title="Proxy" level={3} actions={<UnsavedBadge control={control} />}>
        <ConsoleForm form={form} className={styles.form} label="Proxy">
          <TextField
            control={control}
            name="proxy_server"
            label="Proxy server"
            autoComplete="off"
            placeholder="http://proxy.example.com:8080"
            hint="Without user name and password. TikTok sessions go through it."
          />
          <TextField
            control={control}
            name="proxy_username"
            label="Proxy username"
            autoComplete="off"
          />
          <SecretField
            control={control}
            name="proxy_password"
            label="Proxy password"
            placeholder={group.proxy_password_set ? "A password is set" : "No password is set"}
            hint={
              group.proxy_password_set
                ? "Left blank, the stored one stays. It is never shown."
                : "Stored encrypted and never shown again."
            }
          />
          <footer className={styles.foot}>
            <SaveButton control={control} busy={save.isBusy}>
              Save proxy
            </SaveButton>
          </footer>
        </ConsoleForm>
      </Region>
    </Panel>
  );
}
