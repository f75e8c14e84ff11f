import "./ask-for-code";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { headStart } from "@/shared/api/head-start";
import "@/shared/styles/tokens.css";
import "@/shared/styles/global.css";
import { quiet } from "@/shared/ui/late";
import { isNarrow } from "@/shared/ui/narrow";
import { App } from "./app";
import { createConsole } from "./console";
import { firstReads } from "./read-first";
import { followSession } from "./watch";

/** In milliseconds: how long the first screen is waited for before it is shown as it comes. */
const patience = 500;

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = createConsole();
followSession(app);
void quiet.then(headStart.drop);
void start(root);

/** A screen that is there at once is drawn once; what it showed meanwhile React would keep for 300 ms. */
async function start(root: HTMLElement) {
  // With the first text it would come too late, and all be laid out once more. On a slow line that
  // is the lesser evil: there it would hold up the code that is still to come.
  if (!isNarrow()) void document.fonts.load('1em "Inter Variable"').catch(() => {});
  // What does not load is told by the screen itself.
  const there = app.router.load().then(firstReads, () => {});
  await Promise.race([there, new Promise((resolve) => setTimeout(resolve, patience))]);
  createRoot(root).render(
    <StrictMode>
      <App {...app} />
    </StrictMode>,
  );
}
