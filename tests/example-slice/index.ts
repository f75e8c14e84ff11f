export { Snippets } from "./views/snippets";
