import { parseTime } from "@/shared/format/time";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";

/** Ends a sentence with the time of a post's next try, as the server sent it; nothing once it is over. */
export function NextTry({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if ((parseTime(at) ?? 0) <= now) return null;
  return (
    <>
      {" "}
      Next try: <Time value={at} />
    </>
  );
}
