import { z } from "zod";
import { flag, type Given, isOrigin, list } from "./formats.ts";

const isHost = (text: string) => URL.canParse(`http://${text.includes(":") ? `[${text}]` : text}`);

/**
 * The server's addresses, the origins from which browsers may use it, and where groups' proxies may be.
 */
export const networkVariables = {
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a whole number from 0 to 65535")
    .default(4100),
  HOST: z
    .string()
    .refine(isHost, "must be the name or address of a network interface, like localhost or 0.0.0.0")
    .default("localhost"),
  PUBLIC_ORIGINS: list
    .refine(
      (origins) => origins.every(isOrigin),
      "must be addresses like https://console.example.com, without a path, separated by commas",
    )
    .default([]),
  ALLOW_PRIVATE_PROXY: flag.default(false),
};

export type Network = {
  /** 0 takes a free port. */
  readonly port: number;
  /** The addresses to listen on. The first is required; failures of the others are ignored. */
  readonly hosts: readonly [string, ...string[]];
  /** True if the server listens on loopback addresses only. */
  readonly loopback: boolean;
  /** Origins, besides the server's own, from which browsers may use it. */
  readonly publicOrigins: readonly string[];
  /** True if the proxies of groups may be on this server and in private networks. */
  readonly allowsPrivateProxy: boolean;
};

export const readNetwork = (given: Given<typeof networkVariables>): Network => ({
  port: given.PORT,
  // Browsers resolve 'localhost' to either address.
  hosts: given.HOST === "localhost" ? ["127.0.0.1", "::1"] : [given.HOST],
  loopback: /^(localhost|127(\.\d+){3}|::1)$/.test(given.HOST),
  publicOrigins: given.PUBLIC_ORIGINS,
  allowsPrivateProxy: given.ALLOW_PRIVATE_PROXY,
});

/** Returns the origins from which a browser may use the server: its own and PUBLIC_ORIGINS. */
export const allowedOrigins = ({ port, hosts, publicOrigins }: Network): readonly string[] => [
  ...new Set(["localhost", "127.0.0.1", "::1", ...hosts].map((host) => originOf(host, port))),
  ...publicOrigins,
];

/** Returns the server's own origin; `localhost` if it listens on several or all addresses. */
export function homeOrigin({ port, hosts }: Pick<Network, "port" | "hosts">): string {
  const [host] = hosts;
  const isAll = hosts.length > 1 || host === "0.0.0.0" || host === "::";
  return originOf(isAll ? "localhost" : host, port);
}

/** Returns `http://localhost:4100`, or with an IPv6 address `http://[::1]:4100`. */
const originOf = (host: string, port: number) =>
  new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`).origin;
