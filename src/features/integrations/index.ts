export { Integrations } from "./views/integrations";
