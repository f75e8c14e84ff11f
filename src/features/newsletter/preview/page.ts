import {
  type PreviewMessage,
  type PreviewRequest,
  type RenderAnswer,
  stopped,
  toRendering,
} from "./messages";
import RenderWorker from "./worker?worker&inline";

/**
 * The page in the preview's frame. It has no origin, no storage and no network. Its policy lets no
 * script run but this one. To show a mail, it replaces its own document with it.
 */

/**
 * Milliseconds that rendering a mail may take, at each of two attempts. The server allows five
 * seconds; the machine of an operator may be busy with other things.
 */
const limits = { first: 10_000, second: 20_000 };

let worker: Worker | undefined;
/** True while the worker renders or has not started yet; it takes no request then. */
let isBusy = true;
/** True while a mail is rendered a second time. */
let isRepeating = false;
let next: PreviewRequest | undefined;
let timer: ReturnType<typeof setTimeout>;

window.addEventListener("message", ({ source, data }: MessageEvent<PreviewRequest>) => {
  if (source !== window.parent) return;
  // While the operator types, only the last request matters.
  next = data;
  if (isRepeating) restart(renderNext);
  else renderNext();
});
// A mail's links would lead out of the preview, with no way back.
for (const press of ["click", "auxclick"]) {
  window.addEventListener(press, stopLinks, { capture: true });
}
tell({ kind: "started" });
begin(() => {
  tell({ kind: "ready" });
  renderNext();
});

function stopLinks(event: Event) {
  if (event.target instanceof Element && event.target.closest("a, area")) event.preventDefault();
}

/** Starts the worker. */
function begin(onReady: () => void) {
  worker = new RenderWorker();
  worker.onmessage = () => {
    isBusy = false;
    onReady();
  };
}

/** Stops what the worker does, which only its end can do, and starts another one. */
function restart(onReady: () => void) {
  clearTimeout(timer);
  worker?.terminate();
  isBusy = true;
  isRepeating = false;
  begin(onReady);
}

function renderNext() {
  const request = next;
  if (isBusy || !request) return;
  next = undefined;
  render(request, limits.first, () =>
    restart(() => {
      if (next) return renderNext();
      isRepeating = true;
      render(request, limits.second, () => {
        finish(request.id, stopped);
        restart(renderNext);
      });
    }),
  );
}

function render(request: PreviewRequest, limit: number, onTimeout: () => void) {
  if (!worker) return;
  isBusy = true;
  timer = setTimeout(onTimeout, limit);
  worker.onmessage = ({ data }: MessageEvent<RenderAnswer>) => {
    clearTimeout(timer);
    isBusy = false;
    isRepeating = false;
    finish(request.id, data);
    renderNext();
  };
  worker.postMessage(request);
}

function finish(id: number, answer: RenderAnswer) {
  if (answer.html !== null) show(answer.html);
  tell({ kind: "rendered", ...toRendering(id, answer) });
}

/** Posts to the parent, which can only be the console. The page does not know the target origin. */
function tell(message: PreviewMessage) {
  window.parent.postMessage(message, "*");
}

/** Replaces the document with the mail. A parsed document runs no script, even without a policy. */
function show(html: string) {
  const { documentElement: mail } = new DOMParser().parseFromString(html, "text/html");
  // A policy in the mail would apply to this page and could keep it from rendering. The target of a
  // `link` would be prefetched, whether this page's policy allows it or not.
  for (const order of mail.querySelectorAll("meta[http-equiv], link")) order.remove();
  for (const link of mail.querySelectorAll("a")) link.title ||= link.getAttribute("href") ?? "";
  const { scrollX, scrollY } = window;
  document.documentElement.replaceWith(document.adoptNode(mail));
  window.scrollTo(scrollX, scrollY);
}
