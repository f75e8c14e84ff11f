import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@/shared/styles/tokens.css";
import "@/shared/styles/global.css";
import { App } from "./app";
import { createConsole } from "./console";
import { followSession } from "./watch";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = createConsole();
followSession(app);

createRoot(root).render(
  <StrictMode>
    <App {...app} />
  </StrictMode>,
);
