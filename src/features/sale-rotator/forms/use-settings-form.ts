import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useFormState } from "react-hook-form";
import { reasonOf } from "@/shared/api/errors";
import type { Id } from "@/shared/api/id";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import type { Failure, Outcome } from "@/shared/query/outcome";
import { type ChangedSetting, changedSettings, isSameSettings } from "../changed-settings";
import { saveFailure, useSaveSettings } from "../mutations";
import { readSettingsAnew } from "../queries";
import {
  type SaleSettings,
  type SaleSettingsBody,
  saleSettingsFields,
  saleSettingsUpdateSchema,
} from "../schema";

/** What others have changed meanwhile, and the settings as they have made them. */
type Conflict = { readonly now: SaleSettings; readonly changes: readonly ChangedSetting[] };

/**
 * The settings are saved as a whole, so that saving would undo what others have changed since they
 * were loaded. They are read again first, and where they have changed the operator decides.
 */
export function useSettingsForm(group: Id, stored: SaleSettings) {
  const client = useQueryClient();
  const command = useSaveSettings();
  const [seen, setSeen] = useState(stored);
  const [conflict, setConflict] = useState<Conflict>();
  const [unread, setUnread] = useState<Failure>();
  /** What the operator has agreed to overwrite. */
  const agreed = useRef<SaleSettings>(undefined);
  const current = useMemo(() => saleSettingsFields(seen), [seen]);

  async function save(body: SaleSettingsBody): Promise<Outcome<SaleSettings>> {
    setUnread(undefined);
    const now = await readSettingsAnew(client, group).catch((error: unknown) => {
      setUnread({ text: saveFailure, detail: `${reasonOf(error) ?? ""} Nothing was sent.`.trim() });
    });
    if (!now) return { kind: "held" };
    const known = agreed.current ?? seen;
    if (!isSameSettings(known, now)) {
      setConflict({ now, changes: changedSettings(known, now, body) });
      return { kind: "held" };
    }
    agreed.current = undefined;
    // What a newer server added, and this console does not know, goes back as it came.
    return command.send({ params: { groupId: group }, body: { ...now, ...body } });
  }

  const form = useConsoleForm({
    schema: saleSettingsUpdateSchema,
    defaults: current,
    current,
    draft: `sale-settings-${group}`,
    failure: saveFailure,
    save,
  });
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  // While something is typed, the form stands on what was on the screen when that began.
  if (stored !== seen && !isDirty) setSeen(stored);

  return {
    form,
    isDirty,
    isBusy: isSubmitting || command.isBusy,
    unread,
    conflict,
    overwrite: () => {
      agreed.current = conflict?.now;
      setConflict(undefined);
      void form.submit();
    },
    takeTheirs: () => {
      setConflict(undefined);
      form.discard();
    },
    goBack: () => setConflict(undefined),
  };
}
