export { failedWorkKey } from "./keys";
export { BackgroundWork } from "./views/background-work";
