export type { Account } from "./contract";
export { type Feed, feeds } from "./feeds";
export { AccountPicker, NoAccounts } from "./forms/account-picker";
export { linksOnX } from "./links-on-x";
export { partsOnBluesky } from "./parts-on-bluesky";
export { partsOnX } from "./parts-on-x";
export {
  isPlatform,
  type PlatformType,
  platformLabel,
  platformShortLabel,
  platforms,
} from "./platforms";
export { accountQueries } from "./queries";
export { isBroken, stateOf, targetsOf } from "./state";
export { endWithin, type Folded, foldOf } from "./text-cut";
export { fitOf, neededMedia, type TextFit, textLimits } from "./text-limits";
export { type Place, type TextParts, withoutOverlaps } from "./text-parts";
export { AccountName, accountAndState, accountName, handleOf } from "./views/account-name";
export { PlatformFit } from "./views/platform-fit";
export { PlatformGlyph } from "./views/platform-glyph";
