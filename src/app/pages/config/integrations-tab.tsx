import type { Group } from "@/entities/group";
import { Integrations } from "@/features/integrations";

export const IntegrationsTab = ({ group }: { group: Group }) => <Integrations group={group.id} />;
