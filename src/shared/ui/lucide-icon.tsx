import { createElement, type SVGProps } from "react";

type IconData = {
  /** What it is drawn of, in a square of 24 by 24: `["path", { d: "M5 12h14", key: "0" }]`. */
  readonly node: readonly (readonly [shape: string, attributes: SVGProps<SVGElement>])[];
};

type IconProps = Omit<SVGProps<SVGSVGElement>, "width" | "height"> & {
  /** In px, of both sides; else the style sheet's. */
  size?: number;
};

/**
 * Stands in for Lucide's own function, by which each icon makes its component: that makes two of each
 * and works out eleven attributes whenever one is drawn, most of them the same for all. Those are in
 * the style sheet (`.lucide`), and a screen of forty icons is ready sooner.
 */
// biome-ignore lint/style/noDefaultExport: so the package's modules ask for it
export default function createLucideIcon({ node }: IconData) {
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes));
  // Called once for each icon, as its module is read.
  // biome-ignore lint/correctness/noComponentHookFactories: the shape is the package's
  return function Icon({ size, className, ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        aria-hidden="true"
        className={className ? `lucide ${className}` : "lucide"}
        {...rest}
      >
        {shapes}
      </svg>
    );
  };
}
