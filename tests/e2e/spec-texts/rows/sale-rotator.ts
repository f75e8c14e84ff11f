import type { Page } from "playwright-core";
import { answer as reply, withoutBody } from "../../../support/spec-backend/faults";
import { region } from "../../support/screen";
import { answer, button, detailAlone, fill, type Rows } from "./row";

const at = "/dashboard/config?group=1#sale-rotator";
const step = "POST /admin/sale-rotator/trigger-step/{groupId}";

const rotator = (page: Page) => region(page, "Automated Weekly Sale Rotator");
const run = (page: Page) => page.getByRole("dialog", { name: "Confirmed Live Run" });

async function save(page: Page) {
  await fill(rotator(page), { "Sale tag": "discount" });
  return button(rotator(page), "Save Settings");
}

async function live(page: Page) {
  await button(rotator(page), "Live Run").click();
  return answer(page, "Yes, Execute");
}

async function begin(page: Page) {
  await button(rotator(page), "Confirmed Live Run").click();
  await run(page).getByText("0 of 3 done").waitFor();
  return button(run(page), "Proceed");
}

async function proceed(page: Page, steps: number) {
  const next = await begin(page);
  for (let done = 1; done <= steps; done++) {
    await next.click();
    await run(page).getByText(`${done} of 3 done`).waitFor();
  }
}

export const saleRows: Rows = {
  writes: [
    {
      what: "save the rotator's settings",
      at,
      call: "PUT /admin/sale-rotator/settings/{groupId}",
      text: "Failed to save settings",
      ready: save,
    },
    {
      what: "do a dry run",
      at,
      call: "POST /admin/sale-rotator/trigger/{groupId}",
      text: "Dry run failed",
      withDetail: detailAlone,
      changesNothing: true,
      ready: (page) => button(rotator(page), "Dry Run"),
    },
    {
      what: "do a live run",
      at,
      call: "POST /admin/sale-rotator/trigger/{groupId}",
      text: "Live run failed",
      withDetail: detailAlone,
      ready: live,
    },
    {
      what: "start a confirmed run",
      at,
      call: step,
      text: "Failed to start confirmed live run.",
      withDetail: detailAlone,
      ready: (page) => button(rotator(page), "Confirmed Live Run"),
    },
    {
      what: "go on with a confirmed run",
      at,
      call: step,
      text: "Failed to continue confirmed live run.",
      withDetail: detailAlone,
      ready: begin,
    },
  ],
  reads: [
    {
      what: "the rotator's settings, in their place",
      at,
      call: "GET /admin/sale-rotator/settings/{groupId}",
      text: "Failed to load settings. Please try refreshing the page.",
      quoted: [],
    },
    {
      what: "the rotator's settings, in a toast",
      at,
      call: "GET /admin/sale-rotator/settings/{groupId}",
      text: "Failed to load sale rotator settings",
      isBare: true,
      beside: "Failed to load settings. Please try refreshing the page.",
    },
  ],
  shown: [
    {
      what: "settings that are saved",
      at,
      text: "Sale rotator settings saved successfully!",
      press: async (page) => (await save(page)).click(),
    },
    {
      what: "a dry run",
      at,
      text: "Dry run completed! Review the results below.",
      press: (page) => button(rotator(page), "Dry Run").click(),
    },
    {
      what: "a live run",
      at,
      text: "Sale rotation executed successfully!",
      press: async (page) => (await live(page)).click(),
    },
    {
      what: "a confirmed run with nothing to do",
      at,
      text: "Confirmed live run finished! No actions were needed.",
      arrange: (backend) =>
        backend.fail(
          step,
          reply(200, {
            is_complete: true,
            completed_action: null,
            remaining_updates: [],
            remaining_removals: [],
            summary: "Nothing to do.",
          }),
        ),
      press: (page) => button(rotator(page), "Confirmed Live Run").click(),
    },
    {
      what: "the summary of a step",
      at,
      text: "Wool scarf is done.",
      press: (page) => proceed(page, 1),
    },
    {
      what: "a confirmed run to its end",
      at,
      text: "Confirmed live run finished!",
      press: (page) => proceed(page, 3),
    },
    {
      what: "a step that failed, in the dialog of the run",
      at,
      text: "An error occurred. You can stop the run or try again.",
      press: async (page, backend) => {
        const next = await begin(page);
        backend.fail(step, withoutBody(500));
        await next.click();
      },
    },
    {
      what: "a run that is stopped",
      at,
      text: "Confirmed live run stopped by user.",
      press: async (page) => {
        await begin(page);
        await button(run(page), "Stop").click();
      },
    },
  ],
};
