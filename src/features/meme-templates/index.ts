export { memeTemplateQueries } from "./queries";
export { MemeTemplatePool } from "./views/meme-template-pool";
