export { noteActivity, notePosts, noteSettings, ofItem, quote } from "./activity.ts";
