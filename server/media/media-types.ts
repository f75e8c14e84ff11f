/** A kind of media file that this server knows, by its first bytes. */
export type MediaType =
  | "image/jpeg"
  | "image/png"
  | "image/gif"
  | "image/webp"
  | "image/avif"
  | "video/mp4"
  | "video/quicktime"
  | "video/webm"
  | "image/svg+xml"
  | "image/heic";

/** The number of bytes at the beginning of a file that `mediaTypeOf` needs. */
export const bytesOfType = 512;

/**
 * Returns the type of a file by its first bytes: names and headers say what somebody believes.
 * Undefined for anything that is neither an image nor a video.
 */
export function mediaTypeOf(start: Uint8Array): MediaType | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, bytesOfType));
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(0, 4) === "\x1a\x45\xdf\xa3") return "video/webm";
  if (text(4, 8) === "ftyp") return typeOfBrand(text(8, 12));
  // QuickTime files from before the box `ftyp`.
  if (/^(moov|mdat|wide|free|skip)$/.test(text(4, 8))) return "video/quicktime";
  if (
    /^\s*(<\?xml|<!--|<!doctype\s+svg|<svg)/i.test(bytes.toString("utf8").replace(/^\uFEFF/, ""))
  ) {
    return "image/svg+xml";
  }
  return undefined;
}

/** Returns the major brand of an ISO base media file (ISO/IEC 14496-12). */
function typeOfBrand(brand: string): MediaType {
  if (/^avi[fs]$/.test(brand)) return "image/avif";
  if (/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(brand)) return "image/heic";
  return brand === "qt  " ? "video/quicktime" : "video/mp4";
}

/** The ending of a file of a type that is stored. */
export const endings = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
} as const satisfies Partial<Record<MediaType, string>>;

export type StoredType = keyof typeof endings;

/** Returns the type of a stored file by its ending; undefined for any other. */
export const typeOfEnding = (ending: string): StoredType | undefined =>
  storedTypes.find((type) => endings[type] === ending);

// Object.keys knows texts only; these are the keys.
const storedTypes = Object.keys(endings) as StoredType[];

/** Larger files are neither read nor stored, in bytes. */
export const longest = { image: 20_000_000, video: 512_000_000 } as const;

export const kindOf = (type: MediaType): "image" | "video" =>
  type.startsWith("image/") ? "image" : "video";
