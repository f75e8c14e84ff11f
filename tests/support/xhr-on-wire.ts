/**
 * What the console uses of XMLHttpRequest, over the replaced `fetch`: the DOM of the tests would go to
 * the network. It reports half of the file as sent before the request, and all of it with the answer.
 */
export class XhrOnWire {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = "";
  #lines = "";
  #method = "";
  #address = "";
  readonly #headers = new Headers();
  readonly #stop = new AbortController();

  open(method: string, address: string) {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }

  getAllResponseHeaders() {
    return this.#lines;
  }

  abort() {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.onabort?.();
    this.onloadend?.();
  }

  send(file: Blob) {
    const { signal } = this.#stop;
    this.#ask(file, signal).then(
      () => this.#end(signal, this.onload),
      () => this.#end(signal, this.onerror),
    );
  }

  async #ask(file: Blob, signal: AbortSignal) {
    const body = await bytesOf(file);
    const total = body.byteLength;
    this.upload.onprogress?.({ loaded: total / 2, total });
    const method = this.#method;
    const response = await fetch(this.#address, { method, headers: this.#headers, body, signal });
    this.upload.onprogress?.({ loaded: total, total });
    this.status = response.status;
    this.responseText = await response.text();
    this.#lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\r\n");
  }

  #end(signal: AbortSignal, report: (() => void) | undefined) {
    if (signal.aborted) return;
    report?.();
    this.onloadend?.();
  }
}

/** The DOM's File is none of Node's, whose `fetch` would send its name. */
const bytesOf = (file: Blob) =>
  new Promise<ArrayBuffer>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      if (reader.result instanceof ArrayBuffer) resolve(reader.result);
      else resolve(new TextEncoder().encode(String(reader.result)).buffer);
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
