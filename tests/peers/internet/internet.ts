import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Front, type Handler, startFront } from "../bluesky/front.ts";
import { certificateOfSites } from "../support/certificate.ts";

export type Internet = {
  /** All sites, with what they were asked. */
  readonly front: Front;
  /** With these variables of Node a process reaches the sites, and nothing else, by their names. */
  readonly environment: Readonly<Record<string, string>>;
  /** With these arguments Chromium reaches them. */
  readonly ofChromium: readonly string[];
};

/**
 * Plays sites at their real names, with certificates, for a server in a process of its own.
 *
 * @param folder keeps the certificate, which the process trusts
 * @param sites by host name; the certificate of the tests must name them
 */
export async function startInternet(
  folder: string,
  sites: Readonly<Record<string, Handler>>,
): Promise<Internet> {
  const front = await startFront((asked) => {
    const site = sites[asked.url.hostname];
    if (!site) throw new Error(`${asked.url.hostname} is not played.`);
    return site(asked);
  }, certificateOfSites);
  const { port } = new URL(front.origin);
  const names = Object.keys(sites);
  const known = join(folder, "known-authority.pem");
  await writeFile(known, certificateOfSites.cert);
  const routes = pathToFileURL("tests/peers/internet/routes.mjs").href;
  return {
    front,
    environment: {
      NODE_OPTIONS: `--import ${routes}`,
      NODE_EXTRA_CA_CERTS: known,
      PLAYED_SITES: JSON.stringify({ port: Number(port), names }),
    },
    ofChromium: [
      `--host-resolver-rules=${names.map((name) => `MAP ${name}:443 127.0.0.1:${port}`).join(",")}`,
    ],
  };
}
