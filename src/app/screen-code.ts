/** The screen that an address shows who is signed in: `content`. Undefined for all other pages. */
export const screenOf = (path: string) => {
  const found = /^\/(?:dashboard(?:\/(\w+))?)?$/.exec(path);
  return found ? (found[1] ?? "content") : undefined;
};

/** Asks for a screen's code; what is on its way already is not asked for again. */
export function askForCodeOf(screen: string) {
  const written = document.querySelector<HTMLMetaElement>("meta[name=screens]")?.content;
  const scripts: unknown = written && JSON.parse(written)[`/dashboard/${screen}`];
  for (const script of Array.isArray(scripts) ? scripts : []) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", crossOrigin: "", href: `/${script}` });
    document.head.append(link);
  }
}
