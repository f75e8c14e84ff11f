import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { call } from "@/shared/api/call";
import { healthApi } from "@/shared/api/health";

/** With these every screen begins. */
export const readGroups = (client: QueryClient) => client.query(groupQueries.list());

/** Fails where the server does not say that it is well. */
export const askHealth = () => call(healthApi.read, {});

// Every screen's first reads need this file: so the shell comes with what all screens share, and is no
// file more to be asked for.
export { Layout } from "../shell/layout";
