export { CreateGroupDialog } from "./forms/create-group-dialog";
