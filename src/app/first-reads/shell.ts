import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { call } from "@/shared/api/call";
import { healthApi } from "@/shared/api/health";
import { warm } from "@/shared/query/warm";

export const readForShell = (client: QueryClient) => warm(client, groupQueries.list());

/** Fails where the server does not say that it is well. */
export const askHealth = () => call(healthApi.read, {});
