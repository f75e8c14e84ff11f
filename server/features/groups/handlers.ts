import { groupDocs } from "@/entities/group/contract-docs";
import { groupsDocs } from "@/features/groups/contract-docs";
import { slice } from "../../kernel/handler.ts";
import {
  changeGroup,
  createGroup,
  listGroups,
  renameGroup,
  setMascot,
  setProxy,
  setSlots,
  testProxy,
} from "./groups.ts";
import { pauseGroup, resumeGroup, waitingPosts } from "./pause.ts";
import { groupContents, removeGroup } from "./removal.ts";

/** The endpoints of groups, and what handles each. */
export const groupsSlice = slice(
  {
    name: "Account groups",
    description:
      "Accounts that publish the same content, with a logo, a mascot, a proxy and publishing times of their own. A group can be paused: then none of its posts is published. An operator works in one group at a time.",
  },
  { ...groupDocs, ...groupsDocs },
  {
    list: (_, context) => listGroups(context),
    create: ({ body }, context) => createGroup(context, body),
    change: ({ params, body }, context) => changeGroup(context, params.id, body),
    setMascot: ({ params, body }, context) => setMascot(context, params.id, body),
    setProxy: ({ params, body }, context) => setProxy(context, params.id, body),
    testProxy: { outside: ({ params }, run) => testProxy(run, params.id) },
    setSlots: ({ params, body }, context) => setSlots(context, params.id, body),
    waitingPosts: ({ params }, context) => waitingPosts(context, params.id),
    pause: ({ params }, context) => pauseGroup(context, params.id),
    resume: ({ params }, context) => resumeGroup(context, params.id),
    rename: ({ params, body }, context) => renameGroup(context, params.id, body),
    contents: ({ params }, context) => groupContents(context, params.id),
    remove: ({ params }, context) => removeGroup(context, params.id),
  },
);
