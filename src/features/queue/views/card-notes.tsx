import type { ComponentProps } from "react";
import { TextVerdict } from "./text-verdict";
import { WouldFail } from "./would-fail";

type CardNotesProps = ComponentProps<typeof WouldFail> & {
  /** True if its approval was stopped, because it breaks a rule. */
  isStopped: boolean;
};

/** Why a post was not approved, or how it fits where the server does not say where it goes out. */
export const CardNotes = ({ isStopped, ...stop }: CardNotesProps) =>
  isStopped ? <WouldFail {...stop} /> : <TextVerdict item={stop.item} />;
