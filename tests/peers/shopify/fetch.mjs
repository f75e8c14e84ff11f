import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Takes the schema out of Shopify's package. The package itself is not installed: it has 300
 * dependencies, and only this file of it is needed.
 */
const from = "@shopify/dev-mcp@1.16.0";
const file = "package/dist/data/admin_2026-10.json.gz";
const sha256 = "f3b522f264556925eada700e795e4a002a9cba83444ebcc6c0d724254a0c6593";
const folder = join(import.meta.dirname, "cache");
const schema = join(folder, "admin_2026-10.json.gz");

if (!existsSync(schema)) {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, "pack-"));
  try {
    const shell = process.platform === "win32";
    const options = { cwd: work, encoding: "utf8", shell, maxBuffer: 64 * 1024 * 1024 };
    const said = execFileSync("npm", ["pack", from, "--json", "--ignore-scripts"], options);
    const [{ filename }] = JSON.parse(said);
    execFileSync("tar", ["-xzf", filename, file], { cwd: work });
    const taken = join(work, file);
    const found = createHash("sha256").update(readFileSync(taken)).digest("hex");
    if (found !== sha256)
      throw new Error(`${from} has another ${file} than the one that was read.`);
    renameSync(taken, schema);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
