import { AccountName } from "@/entities/account";

type ResultAccountProps = { type: string | undefined; username: string | null | undefined };

/** The account of a result, if the answer names it. */
export const ResultAccount = ({ type, username }: ResultAccountProps) =>
  type === undefined ? (
    <span>One of the accounts</span>
  ) : (
    <AccountName type={type} username={username} />
  );
