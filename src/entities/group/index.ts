export { groupApi } from "./contract";
export { groupQueries, isPausedIn, useIsPaused } from "./queries";
export type { Group } from "./schema";
export { weekdays } from "./schema";
export { groupFilter, ShownGroup, useGroupFilter, useOfGroup } from "./shown-group";
export { GroupTile, hueOf } from "./views/group-tile";
