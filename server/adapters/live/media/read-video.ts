import { type FileHandle, open } from "node:fs/promises";

/** The facts that a video file states about itself. */
export type VideoFacts = {
  readonly seconds: number;
  /** As it is shown: a video that is turned has its sides exchanged. */
  readonly width: number;
  readonly height: number;
};

/** No `moov` box of a video of minutes is larger, in bytes. */
const longestIndex = 64_000_000;

/**
 * Reads an MP4 or MOV file (ISO/IEC 14496-12) without decoding it: its boxes `moov/mvhd` and
 * `moov/trak/tkhd`. Undefined if the file is cut off, damaged, or has no video in it.
 */
export async function readVideo(path: string): Promise<VideoFacts | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const moov = await findMoov(file, size);
    return moov && factsOf(moov);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

/** Returns the content of the box `moov`; all boxes must be whole, or the file was cut off. */
async function findMoov(file: FileHandle, size: number): Promise<Buffer | undefined> {
  let moov: Buffer | undefined;
  for (let at = 0; at < size; ) {
    const head = Buffer.alloc(16);
    const { bytesRead } = await file.read(head, 0, 16, at);
    if (bytesRead < 8) return undefined;
    const box = boxAt(head.subarray(0, bytesRead), 0, size - at);
    if (!box) return undefined;
    if (box.type === "moov") {
      if (box.size > longestIndex) return undefined;
      moov = Buffer.alloc(box.size - box.header);
      await file.read(moov, 0, moov.length, at + box.header);
    }
    at += box.size;
  }
  return moov;
}

type Box = { readonly type: string; readonly size: number; readonly header: number };

/** Returns the box that begins there; undefined if it does not fit into what is left. */
function boxAt(bytes: Buffer, at: number, left: number): Box | undefined {
  const short = bytes.readUInt32BE(at);
  const type = bytes.toString("latin1", at + 4, at + 8);
  // 1: the size follows in 8 bytes; 0: to the end.
  const header = short === 1 ? 16 : 8;
  const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? left : short;
  return size < header || size > left ? undefined : { type, size, header };
}

/** Returns the contents of the boxes of a type directly in another's content. */
function boxesIn(content: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= content.length; ) {
    const box = boxAt(content, at, content.length - at);
    if (!box) break;
    if (box.type === type) found.push(content.subarray(at + box.header, at + box.size));
    at += box.size;
  }
  return found;
}

function factsOf(moov: Buffer): VideoFacts | undefined {
  const [mvhd] = boxesIn(moov, "mvhd");
  const [mvex] = boxesIn(moov, "mvex");
  const [mehd] = mvex ? boxesIn(mvex, "mehd") : [];
  const track = boxesIn(moov, "trak").find(isVideo);
  const [tkhd] = track ? boxesIn(track, "tkhd") : [];
  if (!mvhd || !tkhd) return undefined;
  const isLong = mvhd[0] === 1;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const whole = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  // A file in fragments says its length elsewhere, if at all.
  const inFragments =
    mehd && (mehd[0] === 1 ? Number(mehd.readBigUInt64BE(4)) : mehd.readUInt32BE(4));
  const seconds = (inFragments || whole) / scale;
  const size = sizeOf(tkhd);
  return seconds > 0 && Number.isFinite(seconds) && size.width > 0 && size.height > 0
    ? { seconds, ...size }
    : undefined;
}

function isVideo(track: Buffer): boolean {
  const [mdia] = boxesIn(track, "mdia");
  const [hdlr] = mdia ? boxesIn(mdia, "hdlr") : [];
  return hdlr?.toString("latin1", 8, 12) === "vide";
}

/** Returns width and height, fixed-point numbers (16.16); the matrix before them may turn the video. */
function sizeOf(tkhd: Buffer) {
  const matrix = tkhd[0] === 1 ? 52 : 40;
  const width = tkhd.readUInt32BE(matrix + 36) / 65_536;
  const height = tkhd.readUInt32BE(matrix + 40) / 65_536;
  const isTurned = tkhd.readInt32BE(matrix) === 0 && tkhd.readInt32BE(matrix + 16) === 0;
  return isTurned
    ? { width: Math.round(height), height: Math.round(width) }
    : { width: Math.round(width), height: Math.round(height) };
}
