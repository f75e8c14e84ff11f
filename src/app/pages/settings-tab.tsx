import { GroupSettingsForms } from "@/features/groups";

export const SettingsTab = GroupSettingsForms;
