type Sending = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: Blob;
  readonly signal?: AbortSignal | undefined;
  /** Called with the part that has been sent, from 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
};

/** A connection on which nothing moves for so long is given up, in ms. */
const stallTimeout = 60_000;
/** The same once the whole file has been sent: the server may have to send it on to its store. */
const storeTimeout = 600_000;

/**
 * Sends a file as the body of a request. With XMLHttpRequest, because `fetch` does not say how much has
 * been sent. Rejects as `fetch` does, and with a TimeoutError when nothing moves any more.
 */
export function sendFile(
  address: string,
  { method, headers, file, signal, onProgress }: Sending,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const giveUp = () => {
      reject(new DOMException("The upload stalled.", "TimeoutError"));
      request.abort();
    };
    const wait = (milliseconds: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(giveUp, milliseconds);
    };
    const cancel = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => {
      wait(loaded < total ? stallTimeout : storeTimeout);
      if (total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const { status, responseText } = request;
      const body = status === 204 ? null : responseText;
      resolve(new Response(body, { status, headers: headersIn(request.getAllResponseHeaders()) }));
    };
    request.onerror = () => reject(new TypeError("The request failed."));
    request.onabort = () => reject(new DOMException("The request was aborted.", "AbortError"));
    request.onloadend = () => {
      window.clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    };
    if (signal?.aborted) return request.onabort(new ProgressEvent("abort"));
    signal?.addEventListener("abort", cancel);
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    wait(stallTimeout);
    request.send(file);
  });
}

/** The lines of `getAllResponseHeaders`: `content-type: application/json`. */
function headersIn(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
