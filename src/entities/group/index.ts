export { groupApi } from "./contract";
export { hueOf } from "./hue";
export { groupQueries, isPausedIn, useIsPaused } from "./queries";
export type { Group } from "./schema";
export { groupFilter, ShownGroup, useGroupFilter, useOfGroup } from "./shown-group";
export { GroupTile } from "./views/group-tile";
export { weekdays } from "./weekdays";
