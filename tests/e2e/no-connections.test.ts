import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unusedKeys } from "../support/unused-keys";
import { newFolder, runServer, startedOn, tokenFrom } from "./support/console";

type Operation = {
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly example?: unknown } };
  };
};
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const isHere = (line: string) => /^\w+ (localhost|127\.0\.0\.1|::1|\/.*)$/.test(line);

it("A built server without LIVE reaches no other machine, whatever it is asked for", async () => {
  const folder = await newFolder();
  const connections = join(folder, "connections");
  const server = runServer({
    ...unusedKeys,
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    SEED: "1",
    SANDBOX_SPEED: "100000",
    NODE_OPTIONS: `--import ${new URL("../support/count-connections.mjs", import.meta.url)}`,
    CONNECTIONS: connections,
  });
  try {
    const origin = `http://localhost:${await startedOn(server)}`;
    const token = await tokenFrom(origin);
    const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { requestBody }]) => ({
        line: `${method} ${path}`,
        example: requestBody?.content["application/json"]?.example,
      })),
    );
    // Calls that delete records come after those that use them; ending the session is last.
    const turnOf = (line: string) =>
      /log-?out|end-all-sessions/.test(line) ? 2 : Number(line.startsWith("delete"));
    calls.sort((one, other) => turnOf(one.line) - turnOf(other.line));

    const answers: Record<string, number> = {};
    for (const { line, example } of calls) {
      const [method = "", path = ""] = line.split(" ");
      const answer = await fetch(`${origin}${path.replace(/\{\w+\}/g, "1")}`, {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(example !== undefined && { body: JSON.stringify(example) }),
      });
      await answer.arrayBuffer();
      answers[line] = answer.status;
    }
    // Most do what they say, with the example's records.
    const done = Object.values(answers).filter((status) => status < 300).length;
    expect(done / calls.length).toBeGreaterThan(0.6);
    const opened = (await readFile(connections, "utf8")).split("\n").filter(Boolean);
    // Its own port was looked up: the counter counts.
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.filter((line) => !isHere(line))).toEqual([]);
  } finally {
    server.process.kill("SIGTERM");
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
});
