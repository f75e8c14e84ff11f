import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** A project with these scripts, whose build leaves only a mark that it ran. */
const project = mkdtempSync(join(tmpdir(), "console-fresh-build-"));
const mark = join(project, "built");
afterAll(() => rmSync(project, { recursive: true, force: true }));

const isBuiltAgain = () => {
  rmSync(mark, { force: true });
  runInProject("await buildIfStale();");
  return existsSync(mark);
};

function runInProject(code: string) {
  execFileSync(
    process.execPath,
    [
      ...["--input-type=module", "-e"],
      `import { writeFileSync } from "node:fs";
     const { buildIfStale, fingerprint, stamp } = await import(${JSON.stringify(join(project, "scripts/lib/fresh-build.mjs"))});
     ${code}`,
    ],
    { cwd: project },
  );
}

function write(path: string, content: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), content);
}

const sources = ["src/app/main.tsx", "server/main.ts", "scripts/vite/chunks.ts", "index.html"];
const settings = ["vite.config.ts", "tsconfig.json", "package.json", "package-lock.json"];
const built = [
  "dist/index.html",
  "dist-server/main.js",
  "dist-server/maintenance.js",
  "dist-server/mail-worker.js",
  "dist-server/migrations/meta/_journal.json",
];

beforeAll(() => {
  cpSync("scripts/lib", join(project, "scripts/lib"), { recursive: true });
  for (const path of [...sources, ...settings]) write(path, "");
  write(
    "scripts/build.mjs",
    `import { writeFileSync } from "node:fs"; writeFileSync("built", "");`,
  );
});

describe("A start", () => {
  it("builds nothing if the build is whole and made from these sources", () => {
    for (const path of built) write(path, "");
    runInProject("writeFileSync(stamp, fingerprint());");
    expect(isBuiltAgain()).toBe(false);
  });

  it.each(built)("builds again if %s is missing", (path) => {
    rmSync(join(project, path.replace(/\/meta\/.*/, "")), { recursive: true });
    expect(isBuiltAgain()).toBe(true);
    write(path, "");
    expect(isBuiltAgain()).toBe(false);
  });

  it("builds again after a change of a source", () => {
    write("server/main.ts", "// changed");
    expect(isBuiltAgain()).toBe(true);
  });
});
