export { BackgroundWork } from "./views/background-work";
