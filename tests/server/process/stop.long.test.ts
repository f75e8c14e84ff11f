import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test, vi } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { programs } from "../../support/programs.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "console-stop-"));
const run = programs({ DATA_DIR: join(folder, "data") });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends a request whose body has just begun, and waits until the server is reading it. */
async function beginUpload(address: string): Promise<{ socket: Socket; rest: string }> {
  const { host, port } = new URL(address);
  const body = new URLSearchParams({ as: "administrator", origin: address }).toString();
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    [
      "POST /login/discord HTTP/1.1",
      `Host: ${host}`,
      `Origin: ${address}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "Expect: 100-continue",
      "",
      body.slice(0, 10),
    ].join("\r\n"),
  );
  await once(socket, "data");
  return { socket, rest: body.slice(10) };
}

test("SIGTERM lets an upload end that is under way, and accepts no other request", async () => {
  const server = run("main");
  const address = await server.greeted;
  const { socket, rest } = await beginUpload(address);
  server.child.kill("SIGTERM");
  await vi.waitFor(() => expect(fetch(`${address}/healthz`)).rejects.toThrow(), {
    timeout: 30_000,
  });
  const answer = text(socket);
  socket.write(rest);
  expect(await answer).toMatch(/^HTTP\/1.1 303 .*\r\nconnection: close\r\n.*\r\n\r\n/is);
  expect((await server.ended).code).toBe(0);
});

test("a stop waits for DRAIN_SECONDS, 60 by default, and cuts off what still runs then", async () => {
  expect(readConfig({}).drainTime).toBe(60_000);
  const server = run("main", [], { DRAIN_SECONDS: "0" });
  const { socket } = await beginUpload(await server.greeted);
  const cut = once(socket, "close");
  server.child.kill("SIGTERM");
  await cut;
  const { code, err } = await server.ended;
  const lines = err
    .trim()
    .split("\n")
    .map((line): { msg: string; time: string } => JSON.parse(line));
  const at = (msg: string) => Date.parse(lines.find((line) => line.msg === msg)?.time ?? "");
  expect(code).toBe(0);
  expect(at("stopped") - at("stopping")).toBeLessThan(9_000);
});
