import { AccountName } from "@/entities/account";

type ResultAccountProps = { type: string | undefined; username: string | null | undefined };

/** The account that a result speaks of, as far as the answer tells. */
export const ResultAccount = ({ type, username }: ResultAccountProps) =>
  type === undefined ? (
    <span>One of the accounts</span>
  ) : (
    <AccountName type={type} username={username} />
  );
