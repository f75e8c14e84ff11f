import { isOffered, ownVideos } from "@/shared/api/capabilities";

/** What an operator can add to a post for a platform that takes no text alone. */
export const neededMedia = () => (isOffered(ownVideos) ? "an image or video" : "an image");
