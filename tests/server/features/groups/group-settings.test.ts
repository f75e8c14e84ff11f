import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { groupsApi } from "@/features/groups/contract";
import { placeIn } from "../../../../server/keys/sealed-columns.ts";
import type { BodyOf } from "../../../support/call.ts";
import { createWorld, type World } from "../../world.ts";

let world: World;
let group: number;
beforeAll(async () => {
  world = await createWorld();
  group = await world.addGroup();
});
afterAll(() => world.close());

const issue = (field: string, msg: string, type: string) => ({ loc: ["body", field], msg, type });
const shown = async () => (await world.call(groupApi.list, {})).find(({ id }) => id === group);
/** Sends a body that the contract's types would not allow. @returns the status and the detail */
const raw = async (method: string, path: string, json: unknown) => {
  const answer = await world.request(path, { method, json });
  return { status: answer.status, ...((await answer.json()) as { detail?: unknown }) };
};
const path = (of = "") => `publishing/account-groups/${group}${of}`;

const mascot = { ai_mascot_image_path: "/m/zimko.png", ai_mascot_description: "A polar bear." };
const closed = (host: string) =>
  `${host} is on this server or in a private network: ALLOW_PRIVATE_PROXY=1 permits such a proxy.`;
const proxy = { proxy_server: "http://proxy.example.com:8080", proxy_username: "zimska" };

test("a change affects only the named fields", async () => {
  const change = (body: BodyOf<typeof groupsApi.change>) =>
    world.call(groupsApi.change, { params: { id: group }, body });
  const before = await shown();
  const logo_url = "https://example.com/logo.png";
  expect(await change({ logo_url: ` ${logo_url} ` })).toEqual({ ...before, logo_url });
  const both = { ...before, logo_url, focus_media_type: "video" };
  expect(await change({ focus_media_type: "video" })).toEqual(both);
  expect(await change({})).toEqual(both);
  expect(await shown()).toEqual(both);
  expect(await change({ logo_url: null })).toMatchObject({ logo_url: null });
  expect(await change({ logo_url: "/logos/a.png" })).toMatchObject({ logo_url: "/logos/a.png" });
  expect(await change({ logo_url: " " })).toEqual({ ...both, logo_url: null });
});

test.each([
  "logo.png",
  "///example.com/a.png",
  "/\\example.com/a.png",
  "/\t/example.com/a.png",
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
  "ftp://example.com/a.png",
  "https://",
  "https://name:secret@example.com/a.png",
])("%j is refused as a logo", async (logo_url) => {
  const msg = "Enter an address that starts with https://, http:// or a single slash.";
  expect(await raw("PATCH", path(), { logo_url })).toEqual({
    status: 422,
    detail: [issue("logo_url", msg, "custom")],
  });
});

test("the mascot is set and removed", async () => {
  const set = (body: BodyOf<typeof groupsApi.setMascot>) =>
    world.call(groupsApi.setMascot, { params: { id: group }, body });
  const before = await shown();
  expect(await set(mascot)).toEqual({ ...before, ...mascot });
  expect(await shown()).toEqual({ ...before, ...mascot });
  const none = { ai_mascot_image_path: null, ai_mascot_description: null };
  expect(await set({ ai_mascot_image_path: "", ai_mascot_description: null })).toEqual({
    ...before,
    ...none,
  });
});

describe("the proxy", () => {
  const set = (body: BodyOf<typeof groupsApi.setProxy>) =>
    world.call(groupsApi.setProxy, { params: { id: group }, body });
  const stored = async () => {
    const { rows } = await world.database.query("select proxy_password from groups where id = $1", [
      group,
    ]);
    return String((rows as { proxy_password: string | null }[])[0]?.proxy_password);
  };

  test("keeps its password sealed, and a blank or missing one changes nothing", async () => {
    const before = await shown();
    expect(await set(proxy)).toEqual({ ...before, ...proxy, proxy_password_set: false });

    const saved = await set({ ...proxy, proxy_password: " top secret " });
    const proxy_password_changed_at = saved.proxy_password_changed_at;
    expect(proxy_password_changed_at).toEqual(expect.any(String));
    const isSet = { proxy_password_set: true, proxy_password_changed_at };
    expect(saved).toEqual({ ...before, ...proxy, ...isSet });
    const sealed = await stored();
    expect(sealed).not.toContain("secret");
    expect(world.ports.secrets.open(sealed, placeIn("groups.proxy_password", group))).toBe(
      " top secret ",
    );

    for (const more of [{}, { proxy_password: "" }, { proxy_password: "  " }]) {
      const other = { proxy_server: "socks5://93.184.216.34:1080", proxy_username: null };
      const kept = await set({ ...other, ...more });
      expect(kept).toEqual({ ...before, ...other, ...isSet });
      expect(await stored()).toBe(sealed);
    }
    const lists = await (await world.request("publishing/account-groups")).text();
    expect(lists).not.toContain("top secret");
    expect(lists).not.toContain(sealed);
    expect(lists).not.toMatch(/"proxy_password"/);
  });

  test.each(["http://name:secret@proxy.example.com", "proxy example.com"])(
    "%j is refused as a server",
    async (proxy_server) => {
      const msg = "Enter the server only. Username and password have their own fields.";
      const refused = await raw("PUT", path("/proxy"), { ...proxy, proxy_server });
      expect(refused).toEqual({ status: 422, detail: [issue("proxy_server", msg, "custom")] });
      expect(JSON.stringify(refused)).not.toContain("secret");
    },
  );

  test.each([
    "http://proxy.example.com:99999",
    "http://proxy.example.com:0",
    "http://proxy.example.com:80a",
    "http://proxy.example.com/path",
    "http://",
    "http://256.1.1.1:80",
    "[1:2]:80",
    "p<>:80",
    "%zz:80",
    "1.2.3:80",
    "0x7f000001:80",
    '"proxy.example.com":80',
    "proxy,example,com:80",
    "proxy;example.com:80",
    "proxy..example.com:80",
    "*.example.com:80",
    "ftp://proxy.example.com:21",
    "socks4://proxy.example.com:1080",
    "socks4a://proxy.example.com:1080",
    "javascript://proxy.example.com",
  ])("%j is refused, because it is no server", async (proxy_server) => {
    const msg = "Enter a server like http://proxy.example.com:8080, with a port of at most 65535.";
    const refused = await raw("PUT", path("/proxy"), { ...proxy, proxy_server });
    expect(refused).toEqual({ status: 422, detail: [issue("proxy_server", msg, "custom")] });
  });

  test.each([
    ["http://127.0.0.1:8080", closed("127.0.0.1")],
    ["localhost:8080", closed("localhost")],
    ["socks5://[::1]:1080", closed("::1")],
    ["https://10.0.0.1:3128", closed("10.0.0.1")],
    ["169.254.169.254", "169.254.169.254 is not an address that a proxy can have."],
  ])("%j is refused at its field, because of where it leads", async (proxy_server, msg) => {
    const before = await shown();
    const refused = await raw("PUT", path("/proxy"), { ...proxy, proxy_server });
    expect(refused).toEqual({ status: 422, detail: [issue("proxy_server", msg, "value_error")] });
    expect(await shown()).toEqual(before);
  });

  test.each([
    "proxy.example.com",
    "proxy.example.com:65535",
    "socks5h://[2606:4700:4700::1111]:1080",
    "HTTPS://Proxy.Example.com/",
    "proxy_1:3128",
    "93.184.216.34:3128",
    "http://прокси.срб:3128",
  ])("%j is a server", async (proxy_server) => {
    expect(await set({ ...proxy, proxy_server })).toMatchObject({ proxy_server });
  });
});

describe.each([
  ["PATCH", "", {}],
  ["PUT", "/mascot", mascot],
  ["PUT", "/proxy", proxy],
])("%s %s", (method, of, body) => {
  test("an unknown field is refused", async () => {
    expect(await raw(method, path(of), { ...body, name: "x" })).toEqual({
      status: 422,
      detail: [issue("name", "Extra inputs are not permitted", "extra_forbidden")],
    });
  });

  test("an unknown group is a 404", async () => {
    for (const given of [body, { ...body, ...(of === "" && { focus_media_type: "image" }) }]) {
      expect(await raw(method, `publishing/account-groups/999${of}`, given)).toMatchObject({
        status: 404,
        detail: "No such group.",
      });
    }
  });
});

test.each([
  ["PATCH", "", { logo_url: `/${"x".repeat(2000)}` }, "logo_url"],
  ["PUT", "/mascot", { ...mascot, ai_mascot_image_path: "x".repeat(2001) }, "ai_mascot_image_path"],
  ["PUT", "/mascot", { ai_mascot_description: null }, "ai_mascot_image_path"],
  ["PUT", "/mascot", { ai_mascot_image_path: null }, "ai_mascot_description"],
  ["PUT", "/proxy", { ...proxy, proxy_server: "x".repeat(501) }, "proxy_server"],
  ["PUT", "/proxy", { proxy_username: null }, "proxy_server"],
  ["PUT", "/proxy", { proxy_server: null }, "proxy_username"],
  ["PUT", "/proxy", { ...proxy, proxy_password: null }, "proxy_password"],
])("%s %s with a wrong value says where (%#)", async (method, of, body, field) => {
  const { status, detail } = await raw(method, path(of), body);
  expect([status, detail]).toEqual([422, [expect.objectContaining({ loc: ["body", field] })]]);
});
