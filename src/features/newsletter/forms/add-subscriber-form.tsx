import { Plus } from "lucide-react";
import { memo } from "react";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button/button";
import { addFailure, useAddSubscriber } from "../mutations";
import { newSubscriberSchema } from "../schema";
import styles from "../views/subscribers.module.css";

const blank = { email: "", name: "" };

/**
 * Adds subscribers one after another: after each, the form is emptied and its first field focused.
 * Memoized, so that an import beside it does not re-render it.
 */
export const AddSubscriberForm = memo(({ group }: { group: Id }) => {
  const { add, isBusy } = useAddSubscriber(group);
  const form = useConsoleForm({
    schema: newSubscriberSchema,
    defaults: blank,
    draft: `new-subscriber-${group}`,
    failure: addFailure,
    save: add,
    // After its reset, the form knows its fields again only once it has rendered.
    onSaved: () => setTimeout(() => form.setFocus("email")),
  });
  return (
    <ConsoleForm form={form} className={styles.add} label="Add subscriber">
      <TextField
        control={form.control}
        name="email"
        label="Email"
        required
        // Not `type="email"`: an address that the browser rejects would reach the schema empty.
        inputMode="email"
        autoComplete="off"
        placeholder="name@example.com"
      />
      <TextField control={form.control} name="name" label="Name" autoComplete="off" />
      <Button type="submit" icon={<Plus />} block busy={isBusy}>
        Add subscriber
      </Button>
    </ConsoleForm>
  );
});
