import { useFormState } from "react-hook-form";
import type { Group } from "@/entities/group";
import { SecretField, TextField } from "@/shared/forms/fields";
import { SaveFoot, UnsavedBadge } from "@/shared/forms/form-foot";
import { sayStored, typedSecret } from "@/shared/forms/guarded/compared-values";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { useOffered } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { groupsApi } from "../contract";
import { proxyFailure, useSetProxy, useTestProxy } from "../mutations";
import { useReadGroup } from "../queries";
import { proxyFormSchema } from "../schema";

const secrets = ["proxy_password"] as const;

/** The proxy through which the group's accounts reach their platforms. */
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
  const { isDirty } = useFormState({ control });

  return (
    <TitledPanel
      title="Proxy"
      state={
        <>
          <UnsavedBadge control={control} />
          <TestProxy group={group} isChanged={isDirty} />
        </>
      }
    >
      <GuardedForm guarded={guarded} label="Proxy" stacked>
        <TextField
          control={control}
          name="proxy_server"
          label="Proxy server"
          autoComplete="off"
          placeholder="http://proxy.example.com:8080"
          hint="Without username and password. All accounts of this group publish through it."
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
              ? "Leave blank to keep the stored one. It is never shown."
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

/** The server never sends the password: what is compared is when it was set. */
const overwrites = (group: Group & { proxy_password?: string | undefined }) => {
  const { proxy_server, proxy_username } = valuesOf(group);
  return {
    "Proxy server": proxy_server,
    "Proxy username": proxy_username,
    "Proxy password": group.proxy_password
      ? typedSecret
      : sayStored(group.proxy_password_set, group.proxy_password_changed_at),
  };
};

/** Tests the proxy as it is stored. */
function TestProxy({ group, isChanged }: { group: Group; isChanged: boolean }) {
  const isOffered = useOffered(groupsApi.testProxy);
  const test = useTestProxy();
  if (!isOffered || !group.proxy_server) return null;
  return (
    <Button
      busy={test.isBusy}
      disabled={isChanged}
      title={isChanged ? "Save the proxy first: the test uses the saved one." : undefined}
      onClick={() => void test.send({ params: { id: group.id } })}
    >
      Test proxy
    </Button>
  );
}
