import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

/** Queries within the element of this role and name, once it is there. */
export const findIn = async (role: string, name?: string | RegExp) =>
  within(await screen.findByRole(role, name === undefined ? {} : { name }));

/** Waits until no dialog, or no question, is open. */
export const noDialog = (role: "dialog" | "alertdialog" = "dialog") =>
  waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());
