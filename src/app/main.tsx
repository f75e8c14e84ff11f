import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@/shared/styles/tokens.css";
import "@/shared/styles/fonts.css";
import "@/shared/styles/global.css";
import "@/shared/styles/forced-colors.css";
import "@/shared/styles/print.css";
import { App, createApp } from "./create-app";
import { followSession } from "./follow-session";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = createApp();
followSession(app);
createRoot(root).render(
  <StrictMode>
    <App {...app} />
  </StrictMode>,
);
