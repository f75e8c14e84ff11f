import { Mail } from "lucide-react";
import type { Id } from "@/shared/api/id";
import { Button } from "@/shared/ui/button";
import { FailureLine } from "@/shared/ui/failure-line";
import { useSendTest } from "../mutations";
import type { NewsletterSettings } from "../schema";
import styles from "./send-test.module.css";

type SendTestProps = {
  group: Id;
  /** The saved settings: the test email is sent from these. */
  stored: NewsletterSettings;
  isDirty: boolean;
};

export function SendTest({ group, stored, isDirty }: SendTestProps) {
  const command = useSendTest();
  const missing = whatIsMissing(stored);
  return (
    <>
      <div className={styles.test}>
        <p className={styles.note} role="status">
          {missing ?? (isDirty && "Sends what is saved, without your unsaved changes.")}
        </p>
        <Button
          icon={<Mail />}
          busy={command.isBusy}
          aria-disabled={missing !== undefined}
          onClick={() => void command.send({ params: { groupId: group } })}
        >
          Send test email
        </Button>
      </div>
      {command.failure && <FailureLine {...command.failure} />}
    </>
  );
}

/** Uses the same words as the server's refusal. */
function whatIsMissing({ integration_id, sender_email }: NewsletterSettings) {
  if (integration_id === null || integration_id === undefined) {
    return "Select an integration and save the settings first.";
  }
  return sender_email ? undefined : "Enter a sender email and save the settings first.";
}
