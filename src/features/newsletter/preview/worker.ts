import { type PreviewRequest, stopped } from "./messages";
import { renderRequest } from "./render-request";

/** Where a template's own time passes: the page stays free, and ends this when it takes too long. */
self.onmessage = async ({ data }: MessageEvent<PreviewRequest>) => {
  self.postMessage(await renderRequest(data).catch(() => stopped));
};
self.postMessage("ready");
