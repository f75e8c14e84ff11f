import { ExternalLink } from "lucide-react";
import type { Id } from "@/shared/api/id";
import { Button } from "@/shared/ui/button";
import { redditConnectAddress } from "../connect-address";
import { leaveFor } from "../leave-for";

type ConnectRedditProps = { group: Id; onTokenMissing: () => void };

/** Needs no keys: the operator allows access on Reddit and returns with the account connected. */
export function ConnectReddit({ group, onTokenMissing }: ConnectRedditProps) {
  function connect() {
    const address = redditConnectAddress(group);
    if (address) leaveFor(address);
    else onTokenMissing();
  }

  return (
    <Button variant="primary" icon={<ExternalLink />} onClick={connect}>
      Connect Reddit
    </Button>
  );
}
