import { startWorker } from "@/shared/worker/own-worker";
import type { FileCheck } from "./check";
import { importLimits } from "./check";
import type { CheckOrder } from "./worker";
import worker from "./worker?worker&url";

/**
 * Checks a file in a worker, so that the page stays responsive.
 *
 * @returns a function that stops the check; `tell` is not called after that
 */
export function checkBeside(order: CheckOrder, tell: (check: FileCheck) => void): () => void {
  if (order.file.size > importLimits.bytes) {
    tell({ is: "refused", reason: "The file is larger than 10 MB. Import it in parts." });
    return () => {};
  }
  const checking = startWorker(worker);
  const end = (check: FileCheck) => {
    checking.terminate();
    tell(check);
  };
  checking.onmessage = ({ data }: MessageEvent<FileCheck>) => end(data);
  checking.onerror = (event) => {
    event.preventDefault();
    end({ is: "refused", reason: "The file could not be read. Reload the page and try again." });
  };
  checking.postMessage(order);
  return () => checking.terminate();
}
