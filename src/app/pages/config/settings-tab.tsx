import { GroupSettingsForms, MascotForm } from "@/features/groups";

export const SettingsTab = GroupSettingsForms;

export const MascotTab = MascotForm;
