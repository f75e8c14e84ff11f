import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPeerInstalled } from "../../scripts/lib/peers.mjs";
import { oidcApp, startOidcProvider } from "../peers/oidc/provider";
import { certificate } from "../peers/support/certificate";
import { expectAccessible, openBrowser } from "./support/browser";
import { freePort, listening, newFolder, runServer } from "./support/console";
import { isIn } from "./support/sign-in";

/**
 * The built server in a live world, where operators sign in at a certified provider. Where that is not
 * installed, `npm run test:all` says so.
 */
describe.runIf(isPeerInstalled("oidc"))(
  "Signing in with OpenID Connect",
  { tags: ["peers"] },
  () => {
    let running: Awaited<ReturnType<typeof startWithProvider>>;
    beforeAll(async () => {
      running = await startWithProvider();
    });
    afterAll(() => running?.stop());

    const { newOperator } = openBrowser(
      () => running.address,
      // The provider's own pages ask for a font, which is nowhere.
      () => ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"],
    );

    it("leads to the screen that the operator asked for, and a logout back to the login", async () => {
      const { page, forgive } = await newOperator();
      forgive(/ERR_NAME_NOT_RESOLVED/);
      await page.goto("/dashboard/publishing?tab=text");
      await page.getByText("Login with your Zima ID account to access the admin panel.").waitFor();
      await expectAccessible(page);
      await logInAs(page, "7f2c-ana");
      await page.getByRole("tab", { name: "Text-Only Posts", selected: true }).waitFor();
      await page.getByTitle("Signed in as ana").waitFor();
      expect(page.url()).toContain("/dashboard/publishing");

      await page.getByRole("button", { name: "Logout" }).click();
      await page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
      // The provider remembers its user, as it does for all who sign in there.
      await page.getByRole("link", { name: "Login with Zima ID" }).click();
      await isIn(page);
    });

    it("turns away an account that is not on the list", async () => {
      const { page, forgive } = await newOperator();
      forgive(/ERR_NAME_NOT_RESOLVED/);
      await page.goto("/login");
      await logInAs(page, "7f2c-boris");
      await page
        .getByRole("alert")
        .getByText("Access Denied. Your account is not authorized to use this application.")
        .waitFor();
      expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
    });
  },
);

/** At the provider, whose first page asks who it is, and whose second one asks for consent. */
async function logInAs(page: Page, sub: string) {
  await page.getByRole("link", { name: "Login with Zima ID" }).click();
  await page.getByPlaceholder("Enter any login").fill(sub);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

async function startWithProvider() {
  const [folder, port] = await Promise.all([newFolder(), freePort()]);
  const address = `http://localhost:${port}`;
  const provider = await startOidcProvider({
    callback: `${address}/login/oidc/callback`,
    users: { "7f2c-ana": { preferred_username: "ana" }, "7f2c-boris": {} },
  });
  const known = join(folder, "known-authority.pem");
  await writeFile(known, certificate.cert);
  const server = runServer({
    ...{ NODE_EXTRA_CA_CERTS: known, PORT: String(port), DATA_DIR: folder, LIVE: "bluesky" },
    ...{ OIDC_ISSUER: provider.issuer, OIDC_LABEL: "Zima ID", ADMIN_IDS: "7f2c-ana" },
    ...{ OIDC_CLIENT_ID: oidcApp.clientId, OIDC_CLIENT_SECRET: oidcApp.clientSecret },
  });
  await listening(server, port);
  return {
    address,
    stop: async () => {
      server.process.kill("SIGTERM");
      await Promise.all([server.ended, provider.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
