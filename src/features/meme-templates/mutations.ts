import { putRecord, withoutRecord } from "@/shared/query/cached-records";
import { useCommand } from "@/shared/query/use-command";
import { memeTemplatesApi } from "./contract";
import { memeTemplateQueries } from "./queries";
import type { MemeTemplate, MemeTemplateBody } from "./schema";

const { queryKey } = memeTemplateQueries.list();
const refreshes = [memeTemplateQueries.all()];

export const saveFailure = "Failed to create or update template.";

/** Returns a function that adds a template, or replaces the fields of the given one. */
export function useSaveTemplate(template: MemeTemplate | undefined) {
  const create = useCommand(memeTemplatesApi.add, {
    success: "Template created.",
    failure: saveFailure,
    refreshes,
    apply: (client, saved) => putRecord(client, queryKey, saved),
  });
  const update = useCommand(memeTemplatesApi.update, {
    success: "Template updated.",
    failure: saveFailure,
    refreshes,
    apply: (client, saved) => putRecord(client, queryKey, saved),
  });
  return (body: MemeTemplateBody) =>
    template ? update.send({ params: { id: template.id }, body }) : create.send({ body });
}

/** The confirmation dialog stays open and shows a failure. */
export const useDeleteTemplate = () =>
  useCommand(memeTemplatesApi.remove, {
    success: "Template deleted.",
    failure: "Failed to delete template.",
    refreshes,
    apply: (client, _reply, { params }) => withoutRecord(client, queryKey, params.id),
  });
