import { describe } from "vitest";
import { describeConsole } from "./support/console-works";
import { startWebKit } from "./support/webkit";

describe("In Safari's engine the console", () => describeConsole(startWebKit));
