import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./panel.module.css";

type PanelProps = ComponentProps<"div"> & {
  padded?: boolean | undefined;
  /** Gives the panel the look of an empty place. */
  dashed?: boolean | undefined;
};

/** Never used inside another panel: there, a hairline divides. */
export function Panel({ padded, dashed, className, ...rest }: PanelProps) {
  return (
    <div
      className={className ? `${styles.panel} ${className}` : styles.panel}
      data-padded={padded ? "" : undefined}
      data-dashed={dashed ? "" : undefined}
      {...rest}
    />
  );
}

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div className={className ? `${styles.card} ${className}` : styles.card} {...rest} />;
}

type RegionProps = {
  title: ReactNode;
  /** For links that jump here. */
  id?: string | undefined;
  level?: 2 | 3;
  /** Shown beside the title: a count, "Updated 14:02:10". */
  meta?: ReactNode;
  /** Shown in the head between these and the actions. */
  facts?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function Region({ title, id, level = 2, meta, facts, actions, children }: RegionProps) {
  const titleId = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section id={id} className={styles.region} aria-labelledby={titleId}>
      <div className={styles.head}>
        <Heading id={titleId}>{title}</Heading>
        {meta && <span className={styles.meta}>{meta}</span>}
        {facts}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** The first row of a panel, above a hairline: its heading, and what belongs beside it. */
export const PanelHead = ({ className, ...rest }: ComponentProps<"div">) => (
  <div className={className ? `${styles.panelHead} ${className}` : styles.panelHead} {...rest} />
);

type TitledPanelProps = {
  title: string;
  /** Shown beside the title: that something is not saved. */
  state?: ReactNode;
  children: ReactNode;
};

/** A panel with a title of its own, such as that of a form. */
export function TitledPanel({ title, state, children }: TitledPanelProps) {
  const titleId = useId();
  return (
    <Panel>
      <section aria-labelledby={titleId}>
        <PanelHead>
          <h3 id={titleId}>{title}</h3>
          {state}
        </PanelHead>
        <div className={styles.body}>{children}</div>
      </section>
    </Panel>
  );
}

type ListHeadProps = {
  /** The number of records in words. */
  count?: ReactNode;
  /** The list's actions; the button that adds a record comes last. */
  children: ReactNode;
};

/** The line above a list that has no title of its own. */
export const ListHead = ({ count, children }: ListHeadProps) => (
  <div className={styles.listHead}>
    <div className={styles.count}>{count}</div>
    {children}
  </div>
);

type SplitProps = {
  children: ReactNode;
  /** Rendered beside the children, or below them on a narrow page. */
  aside: ReactNode;
};

/** A list, with the form that adds to it. */
export function Split({ children, aside }: SplitProps) {
  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
      {aside}
    </div>
  );
}
