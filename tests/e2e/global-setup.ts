import { buildIfStale } from "../../scripts/lib/fresh-build.mjs";

/** The flows walk through what operators get: the production build. */
export const setup = () => buildIfStale();
