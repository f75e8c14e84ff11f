import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { VirtualList } from "@/shared/ui/table/virtual-list";

const items = Array.from({ length: 50_000 }, (_, id) => ({ id }));

it("renders only the rows in view, however many there are", () => {
  const keyOf = vi.fn(({ id }: { id: number }) => id);
  render(
    <VirtualList label="Numbers" items={items} keyOf={keyOf} height={300} rowHeight={40}>
      {({ id }) => `Number ${id}`}
    </VirtualList>,
  );
  expect(screen.getByText("Number 0")).toBeInTheDocument();

  const scroller = screen.getByRole("list", { name: "Numbers" }).parentElement;
  if (!scroller) throw new Error("Nothing scrolls.");
  scroller.scrollTop = 1_000_000;
  fireEvent.scroll(scroller);
  expect(screen.getByText("Number 25000")).toBeInTheDocument();
  expect(screen.queryByText("Number 0")).not.toBeInTheDocument();
  expect(keyOf.mock.calls.length).toBeLessThan(200);
});
