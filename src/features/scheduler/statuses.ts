const words: Readonly<Record<string, string>> = {
  scheduled: "Scheduled",
  publishing: "Publishing",
  published: "Published",
  failed: "Failed",
  unknown: "May already be live",
};

/** A post's status in words, or as it came where a newer server sends one we do not know. */
export const statusInWords = (status: string) =>
  Object.hasOwn(words, status) ? words[status] : status.replaceAll("_", " ");
