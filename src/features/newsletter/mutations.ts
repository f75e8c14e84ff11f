import { useCommand } from "@/shared/query/use-command";
import { newsletterApi } from "./contract";
import { newsletterQueries } from "./queries";

export const saveFailure = "Failed to save settings.";

export const useSaveSettings = () =>
  useCommand(newsletterApi.saveSettings, {
    success: "Settings saved.",
    failure: saveFailure,
    isShownInPlace: true,
    refreshes: [["newsletter", "settings"]],
    apply: (client, saved, { params }) =>
      client.setQueryData(newsletterQueries.settings(params.groupId).queryKey, saved),
  });

export const useSendTest = () =>
  useCommand(newsletterApi.sendTest, {
    failure: "Failed to send test email.",
    successOf: ({ message }) => message ?? "Test email sent.",
  });
