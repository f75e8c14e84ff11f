import type { Group } from "@/entities/group";
import { SecretField, TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded-form";
import { UnsavedBadge } from "@/shared/forms/unsaved-badge";
import { useGuardedForm } from "@/shared/forms/use-guarded-form";
import { TitledPanel } from "@/shared/ui/panel";
import { proxyFailure, useSetProxy } from "../mutations";
import { useReadGroup } from "../queries";
import { proxyFormSchema } from "../schema";

const secrets = ["proxy_password"] as const;

/** The proxy that TikTok sessions use. */
export function ProxyForm({ group }: { group: Group }) {
  const save = useSetProxy();
  const guarded = useGuardedForm({
    schema: proxyFormSchema,
    stored: group,
    valuesOf,
    overwrites,
    readStored: useReadGroup(group.id),
    draft: `group-proxy-${group.id}`,
    secrets,
    failure: proxyFailure,
    bodyOf: (body) => body,
    send: (body) => save.send({ params: { id: group.id }, body }),
  });
  const { control } = guarded.form;

  return (
    <TitledPanel title="Proxy" actions={<UnsavedBadge control={control} />}>
      <GuardedForm guarded={guarded} label="Proxy" stacked>
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
        <SaveFoot control={control} busy={guarded.isBusy}>
          Save proxy
        </SaveFoot>
      </GuardedForm>
    </TitledPanel>
  );
}

const valuesOf = (group: Group) => ({
  proxy_server: group.proxy_server ?? "",
  proxy_username: group.proxy_username ?? "",
  proxy_password: "",
});

/** Without the password, which the server never sends: it is replaced only if one is typed. */
const overwrites = (group: Group) => {
  const { proxy_server, proxy_username } = valuesOf(group);
  return { "Proxy server": proxy_server, "Proxy username": proxy_username };
};
