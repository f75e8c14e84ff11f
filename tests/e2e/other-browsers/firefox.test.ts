import { describe } from "vitest";
import { describeConsole } from "./support/console-works";
import { startFirefox } from "./support/firefox";

describe("In Firefox the console", () => describeConsole(startFirefox));
