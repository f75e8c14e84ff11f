import { testTexts } from "./drive";
import { catalogRows } from "./rows/catalog";

testTexts("Templates and products", catalogRows);
