import styles from "./progress.module.css";

type ProgressProps = { label: string; value: number; max: number };

export function Progress({ label, value, max }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={styles.progress}
    >
      <div style={{ width: `${share * 100}%` }} />
    </div>
  );
}
