import { publishingStatusOf } from "@/entities/post";

const words: ReadonlyMap<string, string> = new Map([
  ["scheduled", "Scheduled"],
  ["publishing", "Publishing"],
  ["published", "Published"],
  ["failed", "Failed"],
  ["unknown", "May already be live"],
]);

/** Returns a post's status in words; a server's own status is returned unchanged. */
export const statusInWords = (status: string) => words.get(publishingStatusOf(status)) ?? status;

/** Returns true if a status adds nothing to what the post's list already implies. */
export const isUsual = (status: string, usual: string) =>
  status === "" || publishingStatusOf(status) === usual;
