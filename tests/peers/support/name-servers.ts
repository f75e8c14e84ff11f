import { isIP } from "node:net";
import type { Resolve } from "../../../server/adapters/live/public-address.ts";

/** The servers of a name, which give one answer after the other; `asked` are the requested names. */
export function nameServers(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: Resolve = (hostname, _options, callback) => {
    const addresses = answers[asked.length] ?? [];
    asked.push(hostname);
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  };
  return { asked, resolve };
}
