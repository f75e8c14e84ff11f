import { testTexts } from "./drive";
import { saleRows } from "./rows/sale-rotator";

testTexts("Sale rotator", saleRows);
