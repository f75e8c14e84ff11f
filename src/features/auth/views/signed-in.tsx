import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import { useOffered } from "@/shared/query/use-backend";
import { authApi } from "../contract";
import { authQueries } from "../queries";
import styles from "./signed-in.module.css";

/**
 * The name and picture of the operator. Nothing until they are known, or if they cannot be read: the
 * console works without them.
 */
export function SignedIn() {
  const isOffered = useOffered(authApi.me);
  const { data } = useQuery({ ...authQueries.me(), enabled: isOffered });
  if (!isOffered || !data?.name) return null;
  return (
    <span className={styles.person} title={`Signed in as ${data.name}`}>
      <SafeImage
        url={data.picture}
        alt=""
        className={styles.picture}
        fallback={<UserRound size={20} strokeWidth={1.5} aria-hidden />}
      />
      <bdi className={styles.name}>{data.name}</bdi>
    </span>
  );
}
