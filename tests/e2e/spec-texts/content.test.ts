import { testTexts } from "./drive";
import { contentRows } from "./rows/content";

testTexts("Content Library", contentRows);
