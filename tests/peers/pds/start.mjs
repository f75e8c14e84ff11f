import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { envToCfg, envToSecrets, PDS } from "@atproto/pds";
import { Database, PlcServer } from "@did-plc/server";

/**
 * Starts a server of the AT Protocol with its own directory of DIDs, both on free ports of this
 * machine, and prints `{ pds, plc }`: their origins. It ends with its standard input, so that it never
 * outlives its parent.
 *
 * @param {string} publicPort (argument) the port at which accounts say they are hosted: that of a
 * proxy in front of the server
 * @param {string} jwtSecret (argument) signs the tokens of sessions, so that tests can make ended ones
 * @param {string} hostname (argument) the name at which accounts say they are hosted; by https if it is
 * not localhost
 * @param {string} limits (argument) 'unlimited' takes the server's limits away
 */
const [publicPort, jwtSecret, hostname = "localhost", limits] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), "peer-pds-"));
process.stdin.resume().once("end", () => process.exit(0));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const plc = PlcServer.create({ db: Database.mock(), port: 0 });
const plcPort = (await plc.start()).address().port;

const env = {
  devMode: true,
  port: Number(publicPort),
  hostname,
  serviceDid:
    hostname === "localhost" ? `did:web:localhost%3A${publicPort}` : `did:web:${hostname}`,
  dataDirectory: folder,
  blobstoreDiskLocation: join(folder, "blobs"),
  didPlcUrl: `http://localhost:${plcPort}`,
  serviceHandleDomains: [".test"],
  inviteRequired: false,
  rateLimitsEnabled: limits !== "unlimited",
  jwtSecret,
  adminPassword: "admin",
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString("hex"),
  dpopSecret: randomBytes(32).toString("hex"),
  disableSsrfProtection: true,
  // Nothing listens there: there is no AppView.
  bskyAppViewUrl: "http://localhost:9",
  bskyAppViewDid: "did:web:localhost%3A9",
};
const cfg = envToCfg(env);
const pds = await PDS.create({ ...cfg, service: { ...cfg.service, port: 0 } }, envToSecrets(env));
const pdsPort = (await pds.start()).address().port;

console.log(
  JSON.stringify({ pds: `http://localhost:${pdsPort}`, plc: `http://localhost:${plcPort}` }),
);
