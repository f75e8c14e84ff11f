/**
 * Throws if a platform named an address for an upload that is not its own. `ends` are the ends of its
 * hosts: media, and a token with them, go to nobody else.
 */
export function refuseOtherHost(platform: string, url: string, ends: readonly string[]) {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  if (!ends.some((end) => host.endsWith(end))) {
    throw new Error(`${platform} named an address for the upload that is not its own.`);
  }
}
