import type { Group } from "@/entities/group";
import { useOffered } from "@/shared/query/use-offered";
import { Button } from "@/shared/ui/button";
import { groupsApi } from "../contract";
import { useTestProxy } from "../mutations";

/** Tests the proxy as it is stored. */
export function TestProxy({ group, isChanged }: { group: Group; isChanged: boolean }) {
  const isOffered = useOffered(groupsApi.testProxy);
  const test = useTestProxy();
  if (!isOffered || !group.proxy_server) return null;
  return (
    <Button
      busy={test.isBusy}
      disabled={isChanged}
      title={isChanged ? "Save the proxy first: the test uses the saved one." : undefined}
      onClick={() => void test.send({ params: { id: group.id } })}
    >
      Test proxy
    </Button>
  );
}
