export { failedWorkQueries } from "./queries";
export { BackgroundWork } from "./views/background-work";
