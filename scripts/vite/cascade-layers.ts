import type { Plugin } from "vite";

/**
 * Puts the list of cascade layers at the beginning of every style sheet: the first mention of a layer
 * decides its rank, and the bundler decides which sheet comes first.
 */
export const cascadeLayers = (): Plugin => ({
  name: "cascade-layers",
  enforce: "pre",
  transform: (code, id) =>
    /\/src\/.*\.css$/.test(id)
      ? `@layer tokens, base, kit, shell, screens, overrides;\n${code}`
      : undefined,
});
