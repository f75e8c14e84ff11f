import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { replacingTests } from "./support/replacing-tests";

/**
 * Each promise to the operator is kept in one place. These rules fail if code bypasses that place,
 * so that a new feature keeps the promise without doing anything.
 */

type Import = {
  /** A package, or a path in the project without its ending. */
  readonly from: string;
  /** The text between `import` and `from`. */
  readonly names: string;
};
type Source = { readonly path: string; readonly code: string; readonly imports: readonly Import[] };
type Rule = { readonly says: string; readonly breaks: (source: Source) => boolean };

const reactQuery = "@tanstack/react-query";
/** Files that may read outside a panel, since a failed read costs nothing there. */
const freeReaders: readonly string[] = [
  "src/app/shell/palette/palette-list.tsx",
  // The palette says which records could not be searched.
  "src/app/shell/palette/use-palette-kinds.ts",
  "src/app/shell/header/header.tsx",
  // It only waits: the page says when the groups cannot be read.
  "src/app/shell/layout.tsx",
  "src/app/shell/navigation/navigation.tsx",
  "src/features/auth/views/signed-in.tsx",
  // The category filter beside the list says when the categories cannot be read.
  "src/features/performance/queries.ts",
  "src/features/queue/views/card-notes.tsx",
  // Until it is known whether a group is paused, its posts have the times that they were given.
  "src/entities/group/queries.ts",
  // The newsletter's list of integrations says when they cannot be read.
  "src/entities/integration/queries.ts",
  // The post that a link names comes first; if it cannot be read, the list is as it is.
  "src/features/queue/queries.ts",
  // The group picker says when the groups cannot be read.
  "src/app/pages/show-posts-of.tsx",
  // Without the accounts every post is shown, as 'Show posts of' says.
  "src/features/scheduler/views/list-parts.tsx",
  // The list above the forms says when it cannot be read.
  "src/features/integrations/views/integrations.tsx",
  // The sections of integrations and groups say when they cannot be read; then this warning is missing.
  "src/features/sale-rotator/forms/settings-form.tsx",
  // The list below a count says when it cannot be read.
  "src/features/scheduler/views/lists/post-lists.tsx",
];

/** Files that may call `fetch`. The last requests the console's own page, not the API. */
const fetchers: readonly string[] = [
  "src/shared/api/call.ts",
  "src/shared/api/early-responses.ts",
  "src/shared/lazy/failed-chunks.ts",
];

const specBackend = "tests/support/spec-backend/";

const rules: readonly Rule[] = [
  {
    says: "Only shared/api/call.ts calls the API (P2, P6, P10).",
    breaks: ({ path, code, imports }) =>
      (path !== "src/shared/api/call.ts" && imports.some(({ from }) => from === "ky")) ||
      (inSrc(path) &&
        ((!fetchers.includes(path) && /\bfetch\s*\(/.test(code)) ||
          (path !== "src/shared/api/send-file.ts" && /\bXMLHttpRequest\b/.test(code)) ||
          /\b(EventSource|WebSocket|sendBeacon)\b/.test(code))),
  },
  {
    says: "Only useCommand writes (P1, P2, P3).",
    breaks: takes(reactQuery, /\b(useMutation|useMutationState|MutationObserver)\b/, [
      "src/shared/query/use-command.ts",
    ]),
  },
  {
    says: "Only useConsoleForm makes forms (P4).",
    breaks: takes("react-hook-form", /\b(useForm|createFormControl)\b/, [
      "src/shared/forms/use-console-form.ts",
    ]),
  },
  {
    says: "Only useRead and useReadPages read below panels (P5).",
    breaks: takes(reactQuery, /\buseSuspense(Query|Queries|InfiniteQuery)\b/, [
      "src/shared/query/use-read.ts",
    ]),
  },
  {
    says: "Only UnthrottledSuspense uses React's Suspense, which holds answers back.",
    breaks: takes("react", /\b(Suspense|lazy)\b/, ["src/shared/query/unthrottled-suspense.tsx"]),
  },
  {
    says: "Product code uses no frames, no settling of the first screen and no chunk failures.",
    breaks: ({ path, code, imports }) =>
      /^src\/(features|entities|app\/pages)\//.test(path) &&
      (/\b(requestAnimationFrame|requestIdleCallback)\b/.test(code) ||
        imports.some(({ from }) =>
          /^src\/shared\/(lazy\/(first-screen|failed-chunks)|query\/unthrottled-suspense)$/.test(
            from,
          ),
        )),
  },
  {
    says: "A file that reads outside a panel is listed here (P5).",
    breaks: takes(
      reactQuery,
      /\b(useQuery|useQueries|useInfiniteQuery|QueryObserver)\b/,
      freeReaders,
    ),
  },
  {
    says: "Only the session and the remembered sidebar touch the browser's storage (P6, P11).",
    breaks: ({ path, code }) =>
      inSrc(path) &&
      !/^src\/shared\/session\/(session|stored-token|preferences|kept-intents)\.ts$/.test(path) &&
      /\b(localStorage|sessionStorage|indexedDB)\b|\bdocument\.cookie\b/.test(code),
  },
  {
    says: "The server joins a time limit to a signal by withTimeLimit: in Node 20 another never ends.",
    breaks: ({ path, code }) => path.startsWith("server/") && /\bAbortSignal\.any\b/.test(code),
  },
  {
    says: "The server compares texts in lower case by server/db/letters.ts, where one program lowers both.",
    breaks: ({ path, code }) =>
      /^server\/(?!db\/(letters|schema)\.ts$)/.test(path) &&
      /sql`[^`]*(?<!\$\{)\blower\(/.test(code),
  },
  {
    says: "The server asks features/scheduler/time-zones.ts for the clocks of a zone: the rules of Node and of the database are as old as their builds.",
    breaks: ({ path, code }) =>
      /^server\/(?!features\/scheduler\/time-zones\.ts$)/.test(path) &&
      (/\b(timeZone|tz):(?!\s*"UTC")|\bDateTimeFormat\((?![^;]*\btimeZone: "UTC")/.test(code) ||
        /\.[gs]et(Hours|Minutes|Date|Day|Month|FullYear)\(/.test(code) ||
        /\.to(LocaleDate|LocaleTime|Date|Time)String\(|\bat time zone\b/i.test(code)),
  },
  {
    says: "The server locks rows through kernel/locks.ts, which checks the order.",
    breaks: ({ path, code, imports }) =>
      path.startsWith("server/features/") &&
      /\.for\(["']/.test(code) &&
      !imports.some(
        ({ from, names }) => from === "server/kernel/locks" && /\blocking\b/.test(names),
      ),
  },
  {
    says: "Schemas get their z from shared/config/zod, which has set it up for the policy (P7).",
    breaks: ({ path, imports }) =>
      inSrc(path) &&
      !/^src\/shared\/config\/zod\.ts$/.test(path) &&
      imports.some(({ from }) => /^zod(\/|$)/.test(from)),
  },
  {
    says: "Contracts and schemas do not call z.describe, which the browser would load: contract-docs.ts says what fields mean.",
    breaks: ({ path, code }) => inSrc(path) && /\bz\s*\.\s*describe\b/.test(code),
  },
  {
    says: "Nothing writes markup or code into the page (P7).",
    breaks: ({ code }) =>
      /dangerouslySetInnerHTML|\b(innerHTML|outerHTML|insertAdjacentHTML|srcDoc)\b/.test(code) ||
      /\beval\s*\(|\bnew Function\b|\bdocument\.write\b/.test(code),
  },
  {
    says: "Only SafeLink opens new tabs (P8).",
    breaks: ({ path, code }) =>
      inSrc(path) &&
      path !== "src/shared/media/safe-link.tsx" &&
      /\btarget=["{'`]+_blank|\bwindow\.open\b/.test(code),
  },
  {
    says: "Only shared/media renders images and videos (P8).",
    breaks: ({ path, code }) =>
      inSrc(path) &&
      !path.startsWith("src/shared/media/") &&
      /<(img|video|audio|iframe)\b/.test(code),
  },
  {
    says: "A feature imports neither another feature nor the app.",
    breaks: reaches(/^src\/features\//, /^src\/(features|app)(\/|$)/),
  },
  {
    says: "An entity imports neither a feature nor the app.",
    breaks: reaches(/^src\/entities\//, /^src\/(features|app)(\/|$)/),
  },
  {
    says: "Shared code imports nothing of the product.",
    breaks: reaches(/^src\/shared\//, /^src\/(features|entities|app)(\/|$)/),
  },
  {
    says: "The client imports neither server nor tests, and the server no tests.",
    breaks: ({ path, imports }) =>
      imports.some(({ from }) =>
        inSrc(path)
          ? /^(server|tests)\//.test(from)
          : path.startsWith("server/") && /^tests\//.test(from),
      ),
  },
  {
    says: "The server imports contracts and schemas, never a view, a hook or React.",
    breaks: ({ path, imports }) =>
      path.startsWith("server/") &&
      imports.some(
        ({ from }) =>
          /^(react|react-dom|@tanstack\/.*)$/.test(from) ||
          (inSrc(from) && !serverMayRead.some((allowed) => allowed.test(from))),
      ),
  },
  {
    says: "A slice of the server knows neither requests nor the engine of jobs: what they share is in server/kernel.",
    breaks: reaches(/^server\/features\//, /^server\/(http|jobs)(\/|$)/),
  },
  {
    says: "A slice of the server is imported through its index, and its handlers by http/api.ts alone.",
    breaks: ({ path, imports }) =>
      path.startsWith("server/") &&
      imports.some(({ from }) => {
        const [, slice, file] = /^server\/features\/([^/]+)\/(.+)$/.exec(from) ?? [];
        return (
          file !== undefined &&
          !path.startsWith(`server/features/${slice}/`) &&
          !(file === "handlers" && path === "server/http/api.ts")
        );
      }),
  },
  {
    says: "What the slices of the server share imports none of them.",
    breaks: reaches(/^server\/(kernel|keys|media|ports|db|adapters)\//, /^server\/features\//),
  },
  {
    says: "No module works by being imported: the build drops it (sideEffects in package.json).",
    breaks: ({ imports }) =>
      imports.some(({ from, names }) => names === "" && !from.endsWith(".css")),
  },
  {
    says: "The spec backend imports only Node and its own files: the specification alone decides its answers.",
    breaks: ({ path, imports }) =>
      path.startsWith(specBackend) &&
      imports.some(({ from }) => !from.startsWith("node:") && !from.startsWith(specBackend)),
  },
];

const serverMayRead = [
  /^src\/(features|entities)\/[^/]+\/(contract|contract-docs|schema)$/,
  /^src\/features\/newsletter\/(mail|starter-template|rendering\/mail)$/,
  /^src\/entities\/account\/(platforms|text-length|text-limits|links-on-x)$/,
  /^src\/shared\/api\//,
  /^src\/shared\/config\/content-security-policy$/,
];

function inSrc(path: string) {
  return path.startsWith("src/");
}

/** Matches a source that imports one of these names from a package and is not in the list. */
function takes(from: string, names: RegExp, except: readonly string[]): Rule["breaks"] {
  return ({ path, imports }) =>
    !except.includes(path) &&
    imports.some((it) => it.from === from && (names.test(it.names) || it.names.includes("*")));
}

/** Matches a source of one place that imports from another, its own slice excepted. */
function reaches(place: RegExp, forbidden: RegExp): Rule["breaks"] {
  return ({ path, imports }) => {
    const own = path.split("/").slice(0, 3).join("/");
    return (
      place.test(path) &&
      imports.some(
        ({ from }) => forbidden.test(from) && from !== own && !from.startsWith(`${own}/`),
      )
    );
  };
}

/** `queue` for a file of that slice of the server, or for its index. */
const serverSlice = (path: string) => /^server\/features\/([^/]+)/.exec(path)?.[1];

/** `scheduler > content > scheduler`; undefined if no slice reaches itself. */
function circleIn(uses: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const open = new Map(uses);
  // Whatever uses no slice that is left is in no circle.
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const [slice, used] of open) {
      if (![...used].some((other) => open.has(other))) open.delete(slice);
    }
  }
  const [start] = open.keys();
  if (start === undefined) return undefined;
  const path = [start];
  for (;;) {
    const next = [...(open.get(path.at(-1) ?? "") ?? [])].find((other) => open.has(other)) ?? "";
    const from = path.indexOf(next);
    path.push(next);
    if (from !== -1) return path.slice(from).join(" > ");
  }
}

/** Returns the broken rules of these files, as "path: rule". */
function violations(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .map(([path, text]) => read(path, text))
    .flatMap((source) =>
      rules.filter((rule) => rule.breaks(source)).map((rule) => `${source.path}: ${rule.says}`),
    );
}

function read(path: string, text: string): Source {
  const code = withoutComments(text);
  const statements = [
    /\b(?:import|export)\s+(?<names>[\w$*{}\s,]+?)\s*\bfrom\s*["'](?<from>[^"']+)["']/g,
    /^import\s*(?<names>)["'](?<from>[^"']+)["']/gm,
    // A dynamic import can be destructured into any name, so it counts as `*`.
    /\b(?:import|require)\s*\(\s*(?<names>)["'`](?<from>[^"'`]+)["'`]/g,
  ];
  const imports = statements.flatMap((statement, index) =>
    [...code.matchAll(statement)].map(({ groups }) => ({
      from: located(groups?.from ?? "", path),
      names: index === 2 ? "*" : (groups?.names ?? ""),
    })),
  );
  return { path, code, imports };
}

/** Strings are kept, since a URL contains two slashes. */
const withoutComments = (text: string) =>
  text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[\s\S]*?\*\//g,
    (_, string: string | undefined) => string ?? "",
  );

function located(specifier: string, from: string) {
  const path = specifier.startsWith("@/")
    ? `src/${specifier.slice(2)}`
    : specifier.startsWith(".")
      ? posix.join(posix.dirname(from), specifier)
      : specifier;
  return path.replace(/(\/index)?(\.tsx?)?$/, "");
}

const sources = ["src", "server", specBackend.slice(0, -1)]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(tsx?|mjs)$/.test(path));

describe("The source code", () => {
  it("breaks no rule", () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(violations(new Map(sources.map((path) => [path, readFileSync(path, "utf8")])))).toEqual(
      [],
    );
  });

  it("has no circles between the slices of the server", () => {
    const slices = new Map<string, Set<string>>();
    for (const path of sources) {
      const slice = serverSlice(path);
      // Nothing imports handlers but http/api.ts: they may use any slice.
      if (slice === undefined || path.endsWith("/handlers.ts")) continue;
      const used = read(path, readFileSync(path, "utf8")).imports.map(({ from }) =>
        serverSlice(from),
      );
      const others = used.filter((other) => other !== undefined && other !== slice);
      slices.set(slice, new Set([...(slices.get(slice) ?? []), ...others] as string[]));
    }
    expect(slices.size).toBeGreaterThan(10);
    expect(circleIn(slices)).toBeUndefined();
    // The search itself finds one.
    expect(
      circleIn(
        new Map([
          ["a", new Set(["b"])],
          ["b", new Set(["a"])],
        ]),
      ),
    ).toBe("a > b > a");
  });

  it("imports fast-check in one place, so that every random test uses the printed seed", () => {
    const importing = readdirSync("tests", { recursive: true, encoding: "utf8" })
      .map((file) => `tests/${file.replaceAll("\\", "/")}`)
      .filter((path) => /\.tsx?$/.test(path))
      .filter((path) =>
        read(path, readFileSync(path, "utf8")).imports.some(({ from }) => from === "fast-check"),
      );
    expect(importing).toEqual(["tests/support/random-seed.ts"]);
  });

  it("gives a process of its own to every test that replaces a module", () => {
    const replacing = readdirSync("tests", { recursive: true, encoding: "utf8" })
      .map((file) => `tests/${file.replaceAll("\\", "/")}`)
      // Packages of tests/peers may bring tests of their own.
      .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes("/node_modules/"))
      .filter((path) => /^\s*vi\.(mock|doMock|resetModules)\(/m.test(readFileSync(path, "utf8")));
    expect(replacing.toSorted()).toEqual(Object.values(replacingTests).flat().toSorted());
  });

  it("has owners for each layer, and for nothing that does not exist", () => {
    const owned = readFileSync("CODEOWNERS", "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map(
        (line) => line.match(/^(\/\S+\/)\s+@publishing-console\/[a-z-]+$/)?.[1] ?? `bad: ${line}`,
      );
    expect(owned).toEqual([...new Set(owned)]);
    expect(owned).toEqual(expect.arrayContaining(["/src/", "/server/"]));
    expect(owned.filter((folder) => !existsSync(`.${folder}`))).toEqual([]);
  });
});

describe("The rules catch", () => {
  const view = "src/features/products/views/product-catalog.tsx";
  const caught: Readonly<Record<string, readonly string[]>> = {
    [view]: [
      `import ky from "ky";`,
      `import type { KyInstance } from "ky";`,
      `const ky = await import("ky");`,
      `import "../exact-lengths";`,
      `void fetch("/api/v1/admin/products/");`,
      `navigator.sendBeacon("/api", "{}");`,
      `import {\n  useMutation as write,\n} from "@tanstack/react-query";`,
      `import * as query from "@tanstack/react-query";`,
      `import { useSuspenseQuery } from "@tanstack/react-query";`,
      `import { type Control, useForm } from "react-hook-form";`,
      `import { Suspense, use } from "react";`,
      `localStorage.setItem("accessToken", token);`,
      "<p dangerouslySetInnerHTML={{ __html: text }} />",
      "node.innerHTML = text;",
      "eval(code);",
      `<a href={url} target="_blank">View</a>`,
      "window.open(url);",
      `<img src={url} alt="" />`,
      "<video src={url} />",
      `import { useGroups } from "@/features/groups";`,
      `import { x } from "../../groups/queries";`,
      `import { x } from "@/features/products-old";`,
      `export * from "@/features/groups/schema";`,
      `import { router } from "@/app/create-app";`,
      `import { products } from "../../../../server/features/products/products.ts";`,
      `import { sample } from "../../../../tests/support/sample";`,
    ],
    "src/features/products/schema.ts": [
      `import { z } from "zod";`,
      `const price = z.number().check(z.describe("In RSD."));`,
    ],
    "src/entities/group/queries.ts": [`import "@/features/groups";`],
    "src/app/shell/page-head.tsx": [`import { useQuery } from "@tanstack/react-query";`],
    "src/shared/api/reach.ts": [`export { default as http } from "ky";`],
    "src/shared/forms/record-form.tsx": ["const s = window.sessionStorage;"],
    "src/shared/ui/brand.tsx": [`import { useGroup } from "@/entities/group";`],
    "server/main.ts": [
      `import "../tests/support/server.ts";`,
      `import { x } from "@/features/products";`,
      `import { x } from "@/entities/group/queries";`,
      `import { useState } from "react";`,
      `import { Button } from "@/shared/ui/button";`,
    ],
    "server/kernel/context.ts": [`import type { Source } from "../features/generation/index.ts";`],
    "server/features/content/content.ts": [
      `import type { Serving } from "../../http/serving.ts";`,
      `import { startJobs } from "../../jobs/engine.ts";`,
      "sql`exists (select 1 from tags where lower(tag) = ?)`",
      `new Function("x", code);`,
    ],
    "server/features/queue/queue.ts": [
      `await db.select().from(queueItems).for("update");`,
      `import { findCategory } from "../categories/categories.ts";`,
      `import { categoriesHandlers } from "../categories/handlers.ts";`,
    ],
    "server/features/scheduler/slots.ts": [
      `new Intl.DateTimeFormat("en", { timeZone: group.time_zone }).format(slot);`,
      `new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(slot);`,
      `CronExpressionParser.parse(times, { tz: group.time_zone });`,
      "const hour = new Date(slot).getHours();",
      "sql`select publish_at AT TIME ZONE time_zone from groups`",
    ],
    "server/adapters/live/ai/text-model.ts": [
      "const each = AbortSignal.any([signal, AbortSignal.timeout(patience)]);",
    ],
    [`${specBackend}calls.ts`]: [
      `import { productsApi } from "@/features/products/contract";`,
      `import { seed } from "../../../server/seed/seed-catalog";`,
      `import { startServer } from "../server";`,
    ],
  };
  it.each(
    Object.entries(caught).flatMap(([path, codes]) => codes.map((code) => [path, code] as const)),
  )("in %s: %s", (path, code) => {
    expect(violations(new Map([[path, code]]))).not.toEqual([]);
  });

  it("and nothing else: comments, own files, entities, shared and contracts", () => {
    expect(
      violations(
        new Map([
          [
            view,
            `import { useProducts } from "../queries";
             import { useGroup } from "@/entities/group";
             import { useCommand } from "@/shared/query/use-command";
             import { type Control, Controller } from "react-hook-form";
             // Never fetch() here, nor localStorage, nor <img>.
             const help = "https://example.com"; /* eval() */
             query.refetch();`,
          ],
          ["src/shared/api/call.ts", `import ky, { isTimeoutError } from "ky";`],
          [
            "src/app/pages/config/config-page.tsx",
            `import { Products } from "@/features/products";`,
          ],
          ["server/http/app.ts", `import { productsApi } from "@/features/products/contract";`],
          ["server/adapters/off.ts", `const answer = await fetch(address);`],
          [
            "server/features/failed-work/failed-work.ts",
            `const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
             const weekday = new Date(time).getUTCDay();`,
          ],
          [
            `${specBackend}spec-backend.ts`,
            `import { createServer } from "node:http";
             import { answerCall } from "./calls";`,
          ],
        ]),
      ),
    ).toEqual([]);
  });
});
