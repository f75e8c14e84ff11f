import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { Id } from "@/shared/api/id";
import { FormFoot } from "@/shared/forms/form-foot";
import { Button } from "@/shared/ui/button";
import { FormError } from "@/shared/ui/notice";
import { leaveFor } from "../leave-for";
import { redditConnectAddress } from "../reddit-connect";
import styles from "./add-account-form.module.css";

/** Needs no keys: the operator allows access on Reddit and returns with the account connected. */
export function ConnectReddit({ group }: { group: Id }) {
  const [isTokenMissing, setTokenMissing] = useState(false);

  function connect() {
    const address = redditConnectAddress(group);
    setTokenMissing(!address);
    if (address) leaveFor(address);
  }

  return (
    <>
      <p className={styles.note}>
        You are led to Reddit, allow access there and come back here. The account is then in the
        list.
      </p>
      {isTokenMissing && <FormError text="Authentication token not found. Please log in again." />}
      <FormFoot>
        <Button variant="primary" icon={<ExternalLink />} onClick={connect}>
          Connect Reddit
        </Button>
      </FormFoot>
    </>
  );
}
