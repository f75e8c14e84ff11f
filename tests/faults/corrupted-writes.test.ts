// @vitest-environment jsdom
import "../support/setup-dom";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/app/query-client";
import { capabilities } from "@/shared/api/capabilities";
import type { Documented } from "@/shared/api/docs/documented";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import type { Outcome } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { productApi } from "../../server/http/api";
import {
  type CorruptedAnswer,
  type Corruption,
  corrupted,
  describeCorruption,
  drawCorruption,
} from "../support/corruption";
import { seededRandom } from "../support/random";
import { expectNone, seed, times } from "./support/figures";

/** The number of corrupted answers per write. */
const count = times(20, 1_000);
/** The number of them sent at once. */
const width = 20;

const slices: Readonly<Record<string, Readonly<Record<string, Documented>>>> = productApi;
const writes = Object.values(slices)
  .flatMap((calls) => Object.values<Documented>(calls))
  .filter(({ method }) => method !== "GET");

/** The general type of a call does not tell the shape of the sample. */
const sampleOf = ({ sample }: Documented) =>
  sample as { query?: unknown; body?: unknown; reply?: unknown };

afterEach(() => vi.unstubAllGlobals());

describe("Corrupted answers of writes", () => {
  it("never make a write that was done look undone, nor the reverse", async () => {
    session.signIn("token");
    capabilities.announce(writes.flatMap(({ capability }) => capability ?? []));
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const wrong: string[] = [];
    for (const [place, endpoint] of writes.entries()) {
      const random = seededRandom(seed * 1_000_003 + place);
      const send = commandOf(endpoint);
      for (let done = 0; done < count; done += width) {
        const corruptions = Array.from({ length: width }, () =>
          drawCorruption(random, sampleOf(endpoint).reply ?? {}),
        );
        const outcomes = await send(corruptions);
        for (const [at, corruption] of corruptions.entries()) {
          const outcome = outcomes[at] ?? "nothing";
          if (isRight(endpoint, corruption, outcome)) continue;
          wrong.push(
            `${outcome} ← ${endpoint.method} ${endpoint.path}: ${describeCorruption(corruption)}`,
          );
        }
      }
    }
    const tried = `${writes.length} writes, ${(count * writes.length).toLocaleString("en-US")} corrupted answers`;
    expect(writes.length).toBeGreaterThan(30);
    expectNone({ what: `Wrong outcomes of writes (${tried})`, wrong });
    expectNone({
      what: `Errors of the console's own about an answer (${tried})`,
      wrong: said.mock.calls.map(([first]) => String(first)),
    });
  });
});

/**
 * A 2xx of the API means done, whatever its body; a 4xx means not done; an HTML page leaves it
 * unknown. JSON is an answer of the API whatever its content type.
 */
function isRight(endpoint: Documented, corruption: Corruption, outcome: string) {
  const { status, contentType, body } = answerOf(endpoint, corruption);
  if (status >= 400) return outcome === "rejected";
  if (!contentType.includes("json") && body !== "" && !isJson(body)) return outcome === "unknown";
  return outcome === "ok" || (endpoint.reply !== undefined && outcome === "unreadable");
}

function isJson(text: string) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function answerOf(endpoint: Documented, corruption: Corruption): CorruptedAnswer {
  const answer = corrupted(sampleOf(endpoint).reply ?? {}, corruption);
  // A 204 has no body to corrupt, but an unknown server may send one all the same.
  const status = endpoint.status === 204 ? 200 : endpoint.status;
  return answer.status === 200 ? { ...answer, status } : answer;
}

/** Returns a function that sends the same command once per corruption and returns the outcomes. */
function commandOf(endpoint: Documented) {
  const client = createQueryClient({ onSessionOver: () => {} });
  const answers: CorruptedAnswer[] = [];
  vi.stubGlobal("fetch", async () => {
    const { status, contentType, body } = answers.shift() ?? { status: 599 };
    return new Response(body ?? "", {
      status,
      headers: { "content-type": contentType ?? "" },
    });
  });
  let intents = 0;
  const { result } = renderHook(
    () => useCommand(endpoint, { failure: "Failed.", apart: () => String(intents++) }),
    {
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(QueryClientProvider, { client }, children),
    },
  );
  const request = {
    params: Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1]),
    ),
    query: sampleOf(endpoint).query,
    body: sampleOf(endpoint).body,
  } as unknown as RequestOf<Endpoint>;

  return async (corruptions: readonly Corruption[]) => {
    answers.push(...corruptions.map((corruption) => answerOf(endpoint, corruption)));
    const outcomes: Outcome<unknown>[] = [];
    await act(async () => {
      outcomes.push(...(await Promise.all(corruptions.map(() => result.current.send(request)))));
    });
    toasts.clear();
    return outcomes.map(({ kind }) => kind);
  };
}
