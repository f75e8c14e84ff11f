import { Download, Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { ConsoleForm } from "@/shared/forms/console-form";
import { SecretField, SelectField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { Button } from "@/shared/ui/button/button";
import { FormError } from "@/shared/ui/panel/notice";
import {
  adAccountsFailure,
  addFailures,
  useAddIntegration,
  useFetchAdAccounts,
} from "../mutations";
import { integrationRecords } from "../platforms";
import { type AdAccount, facebookAdsFormSchema } from "../schema";
import styles from "./integration-forms.module.css";

const defaults = {
  platform: "facebook_ads",
  store_name: "",
  credentials: { user_access_token: "" },
} as const;
/** The draft omits the ad account too: without its token it is of no use. */
const secrets = ["credentials", "store_name"] as const;
const token = "credentials.user_access_token";

/** Two steps: the operator types a token, then chooses one of the ad accounts that it opens. */
export function AddFacebookAdsForm({ group }: { group: Id }) {
  const { storeLabel, needs } = integrationRecords.facebook_ads;
  const add = useAddIntegration("facebook_ads");
  const { accounts, failure, isBusy, fetchOf, forget } = useAdAccounts();
  const form = useConsoleForm({
    schema: facebookAdsFormSchema,
    defaults,
    draft: `integration-facebook_ads-${group}`,
    secrets,
    failure: addFailures.facebook_ads,
    save: (body) => add.send({ params: { id: group }, body }),
    onSaved: forget,
  });
  const { control } = form;

  /** Drops the ad accounts of the previous token. */
  function startOver() {
    forget();
    form.setValue("store_name", "");
    form.clearErrors("store_name");
  }

  async function fetchAccounts() {
    if (!(await form.trigger(token, { shouldFocus: true }))) return;
    startOver();
    await fetchOf(form.getValues(token).trim());
  }

  return (
    <ConsoleForm form={form} label="Add Facebook Ads" stacked>
      <SecretField
        control={control}
        name={token}
        label="User access token"
        required
        onTyped={startOver}
      />
      <div className={styles.fetch}>
        <Button icon={<Download />} busy={isBusy} onClick={() => void fetchAccounts()}>
          Fetch ad accounts
        </Button>
        <p className={styles.note} role="status">
          {accounts.length > 0 && found(accounts.length)}
        </p>
      </div>
      {failure && <FormError {...failure} />}
      <SelectField
        control={control}
        name="store_name"
        label={storeLabel}
        required
        placeholder={accounts.length > 0 ? "Choose one" : "Fetch the ad accounts first"}
        options={accounts.map(optionOf)}
      />
      <p className={styles.note}>{needs} It is stored encrypted and never shown again.</p>
      <SaveFoot control={control} busy={add.isBusy} icon={<Plus />}>
        Add Facebook Ads
      </SaveFoot>
    </ConsoleForm>
  );
}

const found = (count: number) => `${counted(count, "ad account")} found.`;

const optionOf = ({ id, name }: AdAccount) => ({
  value: String(id),
  label: name ? `${name} (${id})` : String(id),
});

const unreadAnswer: Failure = {
  text: adAccountsFailure("The server's response could not be read."),
};

/** Holds the ad accounts that the current token opens, but not the token itself. */
function useAdAccounts() {
  const command = useFetchAdAccounts();
  const [accounts, setAccounts] = useState<readonly AdAccount[]>([]);
  const [failure, setFailure] = useState<Failure>();
  /** Counts the requests: the answer to an earlier one belongs to another token and is dropped. */
  const asked = useRef(0);

  function forget() {
    asked.current++;
    setAccounts([]);
    setFailure(undefined);
  }

  async function fetchOf(token: string) {
    forget();
    const question = asked.current;
    const outcome = await command.send({ body: { user_access_token: token } });
    if (question !== asked.current || outcome.kind === "held") return;
    if (outcome.kind === "ok") {
      const { items, unreadable } = outcome.reply;
      setAccounts(items);
      if (items.length > 0) return;
      setFailure(unreadable > 0 ? unreadAnswer : { text: "No ad accounts found for this token." });
    } else if (outcome.kind === "unreadable") {
      setFailure(unreadAnswer);
    } else {
      setFailure(failureOf(adAccountsFailure, outcome.error, true));
    }
  }

  return { accounts, failure, isBusy: command.isBusy, fetchOf, forget };
}
