import { testTexts } from "./drive";
import { accountRows } from "./rows/accounts";

testTexts("Social accounts", accountRows);
