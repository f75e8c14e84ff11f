export {
  type PlatformType,
  platformLabel,
  platformShortLabel,
  platforms,
} from "./platforms";
export { accountQueries } from "./queries";
export type { Account } from "./schema";
export { isBroken, stateOf } from "./state";
export { targetsOf } from "./targets";
export { fitOf, isPlatform, type TextFit, textLimits } from "./text-limits";
export { AccountName, handleOf } from "./views/account-name";
export { PlatformFit } from "./views/platform-fit";
export { PlatformGlyph } from "./views/platform-glyph";
