import {
  type PreviewMessage,
  type PreviewRequest,
  type RenderAnswer,
  stopped,
  toRendering,
} from "./messages";
import RenderWorker from "./worker?worker&inline";

/**
 * The page in the preview's frame. It has no origin, no storage and no network, its policy lets no
 * script run but this one, and it becomes the mail that it shows.
 */

/** Milliseconds that a mail may take, as on the server. */
const limit = 5_000;

let worker: Worker | undefined;
/** Renders, or has yet to begin; then it takes nothing. */
let isBusy = true;
let next: PreviewRequest | undefined;

window.addEventListener("message", ({ source, data }: MessageEvent<PreviewRequest>) => {
  if (source !== window.parent) return;
  // Only the last one is of interest to whoever types.
  next = data;
  renderNext();
});
// A mail's links lead out of the preview, where there is no way back.
for (const press of ["click", "auxclick"]) {
  window.addEventListener(press, stopLinks, { capture: true });
}
begin(() => tell({ kind: "ready" }));

function stopLinks(event: Event) {
  if (event.target instanceof Element && event.target.closest("a, area")) event.preventDefault();
}

function begin(onReady: () => void) {
  worker = new RenderWorker();
  worker.onmessage = () => {
    isBusy = false;
    onReady();
    renderNext();
  };
}

function renderNext() {
  const request = next;
  if (isBusy || !request || !worker) return;
  isBusy = true;
  next = undefined;
  const timer = setTimeout(() => {
    worker?.terminate();
    finish(request.id, stopped);
    begin(() => {});
  }, limit);
  worker.onmessage = ({ data }: MessageEvent<RenderAnswer>) => {
    clearTimeout(timer);
    finish(request.id, data);
    isBusy = false;
    renderNext();
  };
  worker.postMessage(request);
}

function finish(id: number, answer: RenderAnswer) {
  if (answer.html !== null) show(answer.html);
  tell({ kind: "rendered", ...toRendering(id, answer) });
}

/** To whoever frames this page: only the console may. It has no origin that it could be told by. */
const tell = (message: PreviewMessage) => window.parent.postMessage(message, "*");

/** The page turns into the mail. What a parser has made runs no script, even without the policy. */
function show(html: string) {
  const { documentElement: mail } = new DOMParser().parseFromString(html, "text/html");
  // A policy that a mail brought along would become this page's own, until it can render no more;
  // and what it links to is asked for ahead, where the policy lets it or not.
  for (const order of mail.querySelectorAll("meta[http-equiv], link")) order.remove();
  for (const link of mail.querySelectorAll("a")) link.title ||= link.getAttribute("href") ?? "";
  const { scrollX, scrollY } = window;
  document.documentElement.replaceWith(document.adoptNode(mail));
  window.scrollTo(scrollX, scrollY);
}
