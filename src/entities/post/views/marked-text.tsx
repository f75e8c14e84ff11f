import { runsOf } from "./hidden-characters";
import styles from "./post.module.css";

/** Shows a text that will be published: each hidden character is marked by its code point. */
export const MarkedText = ({ text }: { text: string }) =>
  runsOf(text).map((run, index) =>
    run.kind === "text" ? (
      run.text
    ) : (
      <span
        // The runs of one text never change their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        className={styles.hidden}
        title="Invisible character"
      >
        {run.codePoint}
      </span>
    ),
  );
