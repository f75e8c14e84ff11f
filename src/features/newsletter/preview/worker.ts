import { type PreviewRequest, stopped } from "./messages";
import { renderRequest } from "./render-request";

/** Renders in a worker: the page stays responsive and can stop a template that takes too long. */
self.onmessage = async ({ data }: MessageEvent<PreviewRequest>) => {
  self.postMessage(await renderRequest(data).catch(() => stopped));
};
self.postMessage("ready");
