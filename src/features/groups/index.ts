export { CreateGroupDialog } from "./forms/create-group-dialog";
export { MascotForm } from "./forms/mascot-form";
export { GroupSettingsForms } from "./views/group-settings";
export { PausedGroups } from "./views/paused-groups";
