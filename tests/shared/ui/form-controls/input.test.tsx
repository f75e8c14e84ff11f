import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Field } from "@/shared/ui/form-controls/field";
import { NumberInput, SecretInput } from "@/shared/ui/form-controls/input";

test("a secret is hidden until Show, and hidden again by Hide", async () => {
  const user = userEvent.setup();
  render(
    <Field label="Access token" required>
      {(props) => <SecretInput {...props} defaultValue="abc" />}
    </Field>,
  );
  const input = screen.getByLabelText("Access token");
  expect(input).toHaveAttribute("type", "password");
  expect(input).toHaveAttribute("autocomplete", "new-password");
  // 1Password, Bitwarden, Dashlane and LastPass keep out of it.
  expect(input).toHaveAttribute("data-1p-ignore");
  expect(input).toHaveAttribute("data-bwignore");
  expect(input).toHaveAttribute("data-form-type", "other");
  expect(input).toHaveAttribute("data-lpignore", "true");

  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(input).toHaveAttribute("type", "text");

  const hide = screen.getByRole("button", { name: "Hide" });
  expect(hide).toHaveAttribute("aria-pressed", "true");
  expect(hide).toHaveAttribute("aria-controls", input.id);
  await user.click(hide);
  expect(input).toHaveAttribute("type", "password");
});

test("the steppers of a number call onChange", async () => {
  const user = userEvent.setup();
  const change = vi.fn();
  const { container } = render(
    <NumberInput
      aria-label="Days"
      value={7}
      onChange={(event) => change(event.target.valueAsNumber)}
    />,
  );
  // The steppers are for the mouse alone, so no role finds them.
  const [up, down] = container.querySelectorAll("button");
  if (up) await user.click(up);
  if (down) await user.click(down);
  expect(change.mock.calls).toEqual([[8], [6]]);
});
