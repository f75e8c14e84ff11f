import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { jsonAnswer } from "../../support/render-app";
import { open, post, rows, two } from "./support";

const totals = () => screen.getByRole("region", { name: "Totals" });

describe("The totals", () => {
  it("sum up the posts that the table shows", async () => {
    await open("", { list: () => jsonAnswer(200, two) });
    await rows();
    expect(totals()).toHaveTextContent("Posts2Impressions1.3MAvg. engagement4.99%, medium");
    expect(within(totals()).getByText("1.3M")).toHaveAttribute("title", "1,254,210");
    expect(screen.queryByText(/posts are counted/)).not.toBeInTheDocument();
  });

  it("say so if there may be more posts than the loaded ones", async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => post(200 + n, `Objava ${n}.`));
    await open("", { list: () => jsonAnswer(200, hundred) });
    await rows("Objava 0.");
    expect(screen.getByText("Only the first 100 posts are counted.")).toBeVisible();
  });

  it("are — when the posts cannot be loaded", async () => {
    await open("", { list: () => jsonAnswer(500, { detail: "Closed." }) });
    await screen.findByRole("alert");
    expect(totals()).toHaveTextContent("Posts—Impressions—Avg. engagement—");
  });
});
