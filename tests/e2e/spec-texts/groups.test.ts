import { testTexts } from "./drive";
import { groupRows } from "./rows/groups";

testTexts("Groups and categories", groupRows);
