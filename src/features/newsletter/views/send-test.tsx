import { Mail } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Id } from "@/shared/api/id";
import { useOffered } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { testEmailToCapability } from "../contract";
import { useSendTest } from "../mutations";
import { isEmail, type NewsletterSettings } from "../schema";
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
  const canChoose = useOffered(testEmailToCapability) && missing === undefined;
  const sender = stored.sender_email ?? "";
  // Undefined until something is typed: the recipient is the sender, also after a new one is saved.
  const [typed, setTyped] = useState<string>();
  const [wasPressed, setPressed] = useState(false);
  const recipient = (typed ?? sender).trim();
  const isRefused = canChoose && !isEmail(recipient);

  function send() {
    if (missing || command.isBusy) return;
    setPressed(true);
    if (isRefused) return;
    // Without a query it goes to the sender, as with every backend.
    const isToOther = canChoose && recipient !== sender;
    void command.send({
      params: { groupId: group },
      ...(isToOther && { query: { to: recipient } }),
    });
  }

  // Enter would submit the settings around it.
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <>
      <div className={styles.test}>
        <p className={styles.note} role="status">
          {missing ?? (isDirty && "Sends the saved version, without your unsaved changes.")}
        </p>
        {canChoose && (
          <div className={styles.recipient}>
            <Field
              label="Send test to"
              error={wasPressed && isRefused && "Enter an email address like milica@example.com."}
            >
              {(attributes) => (
                <Input
                  {...attributes}
                  type="email"
                  maxLength={254}
                  value={typed ?? sender}
                  onChange={({ target }) => setTyped(target.value)}
                  onKeyDown={sendOnEnter}
                />
              )}
            </Field>
          </div>
        )}
        <Button
          icon={<Mail />}
          busy={command.isBusy}
          aria-disabled={missing !== undefined}
          onClick={send}
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
