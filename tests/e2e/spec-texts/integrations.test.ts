import { testTexts } from "./drive";
import { integrationRows } from "./rows/integrations";

testTexts("Integrations and newsletter", integrationRows);
