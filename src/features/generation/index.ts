export { generationQueries } from "./queries";
export { ContentGenerator } from "./views/content-generator";
export { GenerationStatus } from "./views/generation-status";
