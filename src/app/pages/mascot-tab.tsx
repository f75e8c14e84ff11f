import { MascotForm } from "@/features/groups";

export const MascotTab = MascotForm;
