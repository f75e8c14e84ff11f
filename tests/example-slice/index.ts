export { snippetsApi } from "./contract";
export { Snippets } from "./views/snippets";
