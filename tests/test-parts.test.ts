import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

/** What a part of `npm run test:all` says that it lacks, on a machine with these folders of programs. */
const lackOf = (part: string, folders: string) =>
  execFileSync(
    process.execPath,
    [
      ...["--input-type=module", "-e"],
      `const { parts } = await import(${JSON.stringify(pathToFileURL(resolve("scripts/lib/test-parts.mjs")))});
      process.stdout.write(parts[${JSON.stringify(part)}].lacks() || "nothing");`,
    ],
    { encoding: "utf8", env: { ...process.env, PATH: folders } },
  );

describe("The part 'peers' of npm run test:all", () => {
  it("says that it leaves out the tests of videos on a machine without ffmpeg", () => {
    expect(lackOf("peers", "/nowhere")).toBe(
      "No ffmpeg with its ffprobe was found: the tests of videos are left out. Get them by 'apt-get install ffmpeg' (Debian).",
    );
  });
});
