import { type Choices, checkFile, type FileCheck, type KnownAddresses } from "./check";

/** A request to the worker, which answers with one `FileCheck`. */
export type CheckOrder = {
  readonly file: Blob;
  readonly known: KnownAddresses;
  readonly choices: Choices;
};

self.onmessage = async ({ data }: MessageEvent<CheckOrder>) => {
  self.postMessage(await answerTo(data));
};

async function answerTo({ file, known, choices }: CheckOrder): Promise<FileCheck> {
  try {
    return checkFile(new Uint8Array(await file.arrayBuffer()), known, choices);
  } catch {
    // The file was moved or changed after it was chosen.
    return { is: "refused", reason: "The file could not be read. Choose it again." };
  }
}
