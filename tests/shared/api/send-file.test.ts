import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sendFile } from "@/shared/api/send-file";

/** What `sendFile` uses of XMLHttpRequest; the test says what happens on the connection. */
class HeldXhr {
  static last: HeldXhr | undefined;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = "";
  sent: Blob | undefined;
  constructor() {
    HeldXhr.last = this;
  }
  open() {}
  setRequestHeader() {}
  getAllResponseHeaders = () => "content-type: application/json";
  send(file: Blob) {
    this.sent = file;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", HeldXhr);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

function send() {
  const parts: number[] = [];
  const file = new Blob(["video"]);
  const answered = sendFile("/api/v1/media", {
    method: "POST",
    headers: {},
    file,
    onProgress: (part) => parts.push(part),
  });
  const { last: request } = HeldXhr;
  if (!request) throw new Error("Nothing was sent.");
  const moved = (loaded: number, total: number) => request.upload.onprogress?.({ loaded, total });
  return { file, parts, answered, request, moved };
}

describe("A file that is sent", () => {
  it("goes as it is, and says which part of it is on its way", async () => {
    const { file, parts, answered, request, moved } = send();
    moved(128_000_000, 512_000_000);
    moved(512_000_000, 512_000_000);
    request.answer(201, '{"url":"/a.mp4"}');
    expect(await (await answered).json()).toEqual({ url: "/a.mp4" });
    expect(parts).toEqual([0.25, 1]);
    expect(request.sent).toBe(file);
  });

  it("is given up when nothing moves for a minute", async () => {
    const { answered, moved } = send();
    const failed = expect(answered).rejects.toMatchObject({ name: "TimeoutError" });
    vi.advanceTimersByTime(59_999);
    moved(1, 2);
    vi.advanceTimersByTime(59_999);
    moved(1, 2);
    vi.advanceTimersByTime(60_000);
    await failed;
  });

  it("that was sent whole waits ten minutes for the server, which may send it on", async () => {
    const { answered, request, moved } = send();
    moved(2, 2);
    vi.advanceTimersByTime(599_999);
    request.answer(201, "{}");
    expect((await answered).status).toBe(201);

    const other = send();
    other.moved(2, 2);
    const failed = expect(other.answered).rejects.toMatchObject({ name: "TimeoutError" });
    vi.advanceTimersByTime(600_000);
    await failed;
  });
});
