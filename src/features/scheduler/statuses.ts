import { publishingStatusOf } from "@/entities/post";

const words: ReadonlyMap<string, string> = new Map([
  ["scheduled", "Scheduled"],
  ["publishing", "Publishing"],
  ["published", "Published"],
  ["failed", "Failed"],
  ["unknown", "May already be live"],
]);

/** A post's status in words, or as it came where a server has a word of its own. */
export const statusInWords = (status: string) => words.get(publishingStatusOf(status)) ?? status;

/** Whether a status says no more than the list in which its post stands. */
export const isUsual = (status: string, usual: string) =>
  status === "" || publishingStatusOf(status) === usual;
