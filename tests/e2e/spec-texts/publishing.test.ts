import { testTexts } from "./drive";
import { publishingRows } from "./rows/publishing";

testTexts("Publishing", publishingRows);
