import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMailRenderer } from "../../server/adapters/mail-renderer/mail-renderer.ts";
import { createFolderStore } from "../../server/adapters/media/media-store.ts";
import { createSandboxPorts } from "../../server/adapters/sandbox/sandbox.ts";
import type { Database } from "../../server/db/database.ts";
import { createSecretBox } from "../../server/keys/secret-box.ts";
import type { Clock } from "../../server/ports/clock.ts";
import type { Ports } from "../../server/ports/ports.ts";

/** The installation's secret in tests. */
export const testKey = new Uint8Array(32).fill(7);

/** One for all servers of a test file, since each renderer is a process. */
const mailRenderer = createMailRenderer();

/** Files are named by their content, so the tests of a process can share them. */
let mediaStore: Ports["mediaStore"] | undefined;

/** In the folder that is removed at the end of the run: a test process is ended without notice. */
function openMediaStore() {
  const parent = process.env.TEST_FOLDER ?? tmpdir();
  mediaStore ??= createFolderStore(mkdtempSync(join(parent, "console-media-")));
  return mediaStore;
}

/** The sandbox's ports, with the given clock. */
export const testPorts = (clock: Clock, database: Database): Ports =>
  createSandboxPorts({
    clock,
    secrets: createSecretBox(testKey),
    mailRenderer,
    mediaStore: openMediaStore(),
    publicOrigin: "http://localhost:4100",
    allowsPrivateProxy: false,
    speed: 1,
    database,
  });
