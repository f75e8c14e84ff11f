import { type Control, useWatch } from "react-hook-form";
import { accountQueries, fitOf, isPlatform, PlatformFit } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import type { GeneratePost, GeneratorValues } from "../schema";
import styles from "./generator-form.module.css";

type TextFitsProps = {
  control: Control<GeneratorValues, unknown, GeneratePost>;
  group: Id;
};

/**
 * Checks the text against the limits of the group's active platforms while it is typed. The
 * category and the schedule decide which of them it goes to, so this is shown as an assumption.
 */
export function TextFits({ control, group }: TextFitsProps) {
  const [text, prompt] = useWatch({ control, name: ["text_content", "prompt"] });
  const accounts = useRead(accountQueries.ofGroup(group)).items;
  const active = accounts.filter(({ is_active }) => is_active);
  const types = [...new Set(active.map(({ platform_type }) => platform_type))].filter(isPlatform);
  if (types.length === 0) return null;
  const isBegun = Boolean(text.trim() || prompt?.trim());
  const fits = types.map((platform) =>
    // With a prompt an image is generated.
    fitOf(platform, { text: text.trim(), hasMedia: Boolean(prompt?.trim()) }),
  );
  return (
    <div className={styles.fits}>
      <p>On the group's active platforms:</p>
      <ul>
        {fits.map((fit) => (
          <li key={fit.platform}>
            {/* Show no problems before anything is typed. */}
            <PlatformFit fit={isBegun ? fit : { ...fit, problemsBesideCount: [] }} isCounted />
          </li>
        ))}
      </ul>
    </div>
  );
}
