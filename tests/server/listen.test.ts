import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../server/http/listen.ts";

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1");

test.skipIf(!hasIpv6)("a program on localhost's other address ends the start", async () => {
  const other = createServer().listen(0, "::1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await expect(
    listen({ hosts: ["127.0.0.1", "::1"], port }, async () => new Response()),
  ).rejects.toThrow(`Port ${port} is already in use`);
  await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
});
