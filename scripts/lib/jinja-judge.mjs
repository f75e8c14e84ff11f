import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/** Debian's Python, whose Jinja2 is the judge: another one in the path may have another version. */
const python = "/usr/bin/python3";

/** True if the judge is here. */
export const hasJinja = () =>
  spawnSync(python, ["-c", "import jinja2"], { stdio: "ignore" }).status === 0;

export const howToGetJinja = "Install Debian's package python3-jinja2.";

/**
 * Starts Jinja2. `render` answers each `{ template, isHtml, variables }` with `{ text }` or
 * `{ error }`.
 */
export function startJinja() {
  const judge = spawn(python, ["scripts/jinja/judge.py"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: judge.stdout })[Symbol.asyncIterator]();
  return {
    render: async (orders) => {
      judge.stdin.write(orders.map((order) => `${JSON.stringify(order)}\n`).join(""));
      const answers = [];
      for (const _ of orders) {
        const { value, done } = await lines.next();
        if (done) throw new Error("Jinja2 has ended.");
        answers.push(JSON.parse(value));
      }
      return answers;
    },
    stop: () => judge.stdin.end(),
  };
}
