import { testTexts } from "./drive";
import { dashboardRows } from "./rows/dashboard";

testTexts("Dashboard", dashboardRows);
