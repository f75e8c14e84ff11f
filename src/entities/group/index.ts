export { groupQueries } from "./queries";
export type { Group } from "./schema";
export { GroupTile } from "./views/group-tile";
