export {
  platformLabel,
  platforms,
} from "./platforms";
export { accountQueries } from "./queries";
export type { Account } from "./schema";
export { AccountName } from "./views/account-name";
export { PlatformGlyph } from "./views/platform-glyph";
