export { MemeTemplatePool } from "./views/meme-template-pool";
