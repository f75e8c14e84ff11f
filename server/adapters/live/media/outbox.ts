import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { endings } from "../../../media/media-types.ts";
import { bareHost, isPublic } from "../public-address.ts";
import type { Media } from "./media.ts";

const endingOf: Readonly<Record<string, string>> = endings;

type Options = {
  readonly folder: string;
  /** The origin at which others reach this server. */
  readonly publicOrigin: string;
};

/**
 * Puts files where platforms can fetch them: at `{publicOrigin}/media/outbox/{name}`. The name has 128
 * random bits, because whoever knows it needs no login.
 */
export const createExpose =
  ({ folder, publicOrigin }: Options): Media["expose"] =>
  async (file, platform) => {
    if (!isPublicOrigin(publicOrigin)) {
      return {
        ok: false,
        error: `${platform} fetches images from the internet, but this console has no public address (set PUBLIC_ORIGINS).`,
      };
    }
    const ending = endingOf[file.type];
    if (ending === undefined) {
      return { ok: false, error: `${platform} does not fetch ${file.type}.` };
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${randomBytes(16).toString("hex")}.${ending}`;
    await writeFile(join(folder, name), file.bytes, { flag: "wx", mode: 0o600 });
    return { ok: true, url: `${publicOrigin}/media/outbox/${name}` };
  };

/** Names that only a local network resolves (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const localNames = /(^|\.)(localhost|local|internal|lan|test|invalid|example|home\.arpa)$/;

/**
 * Returns whether a platform could fetch from an origin: https, at a name or address of the internet.
 */
function isPublicOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.protocol !== "https:") return false;
  const host = bareHost(url).replace(/\.$/, "");
  return isIP(host) ? isPublic(host) : host.includes(".") && !localNames.test(host);
}
