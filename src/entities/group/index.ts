export { type Group, groupApi, weekdays } from "./contract";
export { groupQueries, isPausedIn, useIsPaused } from "./queries";
export { groupFilterCapability, ShownGroup, useGroupFilter, useOfGroup } from "./shown-group";
export { GroupTile, hueOf } from "./views/group-tile";
