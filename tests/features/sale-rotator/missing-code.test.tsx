import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SaleRotator } from "@/features/sale-rotator";
import { toasts } from "@/shared/toast/toast";

vi.mock("@/features/sale-rotator/views/rotator", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

it("does not report missing code as settings that could not be loaded", async () => {
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SaleRotator group={{ id: 1, name: "Zima" }} fold={{ isOpen: true, onToggle: () => {} }} />
      </QueryClientProvider>,
    ),
  );
  expect(await screen.findByText("This part could not be loaded.")).toBeVisible();
  expect(toasts.read()).toEqual([]);
});
