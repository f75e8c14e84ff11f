import { answerTimeout, fetchOptions } from "./fetch-options";

declare global {
  interface Window {
    earlyResponses?: {
      readonly token: string;
      /** By `performance.now()`. */
      readonly begunAt: number;
      readonly byUrl: Map<string, Promise<Response>>;
    };
  }
}

/** In ms since the first request: an older response may be out of date. */
const maxAge = 10_000;

/** Sends a GET before the console's code has loaded. `call` takes the response when it makes this call. */
export function fetchEarly(url: string, token: string) {
  const response = fetch(url, {
    ...fetchOptions,
    signal: AbortSignal.timeout(answerTimeout),
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
  });
  // Reads a copy, because a body that nothing reads would occupy its connection. If a call takes the
  // response, it reports the failure.
  response.then((answer) => answer.clone().text()).catch(() => {});
  window.earlyResponses ??= { token, begunAt: performance.now(), byUrl: new Map() };
  window.earlyResponses.byUrl.set(url, response);
}

/** Returns the response to this request once, if there is one that is not out of date. */
export function takeEarlyResponse(url: string, token: string | undefined) {
  const early = window.earlyResponses;
  if (!early || early.token !== token || performance.now() - early.begunAt > maxAge) {
    return undefined;
  }
  const response = early.byUrl.get(url);
  early.byUrl.delete(url);
  return response;
}

/** Called before a write, which the responses do not know of. */
export const discardEarlyResponses = () => window.earlyResponses?.byUrl.clear();
