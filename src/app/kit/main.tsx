import "@/shared/styles/tokens.css";
import "@/shared/styles/global.css";
import "@/shared/styles/forced-colors.css";
import "@/shared/styles/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { KitPage } from "./kit-page";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  );
}
