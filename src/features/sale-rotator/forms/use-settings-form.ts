import { useQueryClient } from "@tanstack/react-query";
import type { Id } from "@/shared/api/id";
import { useGuardedForm } from "@/shared/forms/use-guarded-form";
import { fetchFresh } from "@/shared/query/fetch-fresh";
import { namedSettings } from "../changed-settings";
import { saveFailure, useSaveSettings } from "../mutations";
import { saleRotatorQueries } from "../queries";
import {
  type SaleSettings,
  type SaleSettingsBody,
  saleSettingsFields,
  saleSettingsUpdateSchema,
} from "../schema";

/** Saves the settings as a whole, including those that a newer server added. */
export function useSettingsForm(group: Id, stored: SaleSettings) {
  const client = useQueryClient();
  const command = useSaveSettings();
  const guarded = useGuardedForm({
    schema: saleSettingsUpdateSchema,
    stored,
    valuesOf: saleSettingsFields,
    overwrites: namedSettings,
    readStored: () => fetchFresh(client, saleRotatorQueries.settings(group)),
    draft: `sale-settings-${group}`,
    failure: saveFailure,
    bodyOf: (values: SaleSettingsBody, now) => ({ ...now, ...values }),
    send: (body) => command.send({ params: { groupId: group }, body }),
  });
  return { ...guarded, isBusy: guarded.isBusy || command.isBusy };
}
