import { describe, expect, it } from "vitest";
import { failureOf } from "../../../server/adapters/live/meta/meta";
import { facebookErrors } from "../../peers/facebook/peer";
import { instagramErrors } from "../../peers/instagram/peer";
import { expiredToken, graphError, unknownToken } from "../../peers/meta/graph";
import type { Reply } from "../../peers/support/peer";

const now = new Date("2026-11-27T10:00:00Z");
const token = "EAAGcanary";

function failure({ status, headers = {}, json }: Reply) {
  const answer = { status, headers: new Headers(headers), text: JSON.stringify(json), json };
  const { refused, isCertain } = failureOf(answer, "Instagram", token, now);
  const minutes =
    refused.why === "later" ? (refused.retryAt.getTime() - now.getTime()) / 60_000 : undefined;
  return { why: refused.why, error: refused.error, minutes, isCertain };
}

const coded = (code: number, more = {}) => graphError({ message: `(#${code}) No.`, code, ...more });

describe("An error of Meta", () => {
  it.each([
    ...[458, 459, 460, 463, 464, 467, 492].map((error_subcode) => coded(190, { error_subcode })),
    coded(102),
    unknownToken,
  ])("of code 190, whatever its subcode, or 102 means that the token is dead", (reply) => {
    expect(failure(reply)).toMatchObject({ why: "credentials", isCertain: true });
  });

  it.each([10, 200, 210, 299])("of code %i names the missing permission", (code) => {
    expect(failure(coded(code))).toMatchObject({
      why: "credentials",
      error: `The token lacks a permission: (#${code}) No.`,
    });
  });

  it("of code 190 about acting for a page is a missing permission, not a dead token", () => {
    expect(failure(facebookErrors.impersonating)).toMatchObject({
      why: "credentials",
      error: expect.stringMatching(/^The token lacks a permission: Any of the pages_read/),
    });
  });

  it("that asks to log in on the website waits for the operator, whatever its code", () => {
    const message = "You cannot access the app till you log in to www.instagram.com.";
    expect(failure(graphError({ message, code: 100 })).why).toBe("credentials");
  });

  it.each([4, 17, 32, 341, 613, 80_001, 80_008, 80_014])(
    "of code %i is a limit, which ends in an hour if Meta says nothing else",
    (code) => {
      expect(failure(coded(code))).toMatchObject({ why: "later", minutes: 60, isCertain: true });
    },
  );

  it("has the longest of several times in that header, and survives a broken one", () => {
    const usage = {
      "1": [{ estimated_time_to_regain_access: 3 }],
      "2": [{}, { estimated_time_to_regain_access: 40 }],
    };
    const headers = { "x-business-use-case-usage": JSON.stringify(usage) };
    expect(failure(graphError({ message: "No.", code: 32 }, headers)).minutes).toBe(40);
    const broken = { "x-business-use-case-usage": "{" };
    expect(failure(graphError({ message: "No.", code: 32 }, broken)).minutes).toBe(60);
  });

  it("of status 429 is a limit, whatever its body", () => {
    expect(failure({ status: 429, text: "Too many" })).toMatchObject({
      why: "later",
      error: "Instagram answered with status 429.",
      isCertain: true,
    });
  });

  it("of code 368 stops the account for a day", () => {
    expect(failure(facebookErrors.policy)).toMatchObject({
      why: "later",
      minutes: 24 * 60,
      error: "We limit how often you can post. (368)",
    });
  });

  it.each([
    ["of code 1", coded(1)],
    ["of code 2", coded(2)],
    ["that is transient", coded(100, { is_transient: true })],
    ["of status 500", coded(190, { status: 500 })],
    ["of status 502 in HTML", { status: 502, text: "<html>" }],
    ["of status 408", coded(100, { status: 408 })],
    ["of status 409", coded(100, { status: 409 })],
    ["of status 400 in HTML", { status: 400, text: "<html>" }],
    ["of status 302", { status: 302 }],
  ])("%s is not certain, and never a dead token", (_words, reply) => {
    expect(failure(reply)).toMatchObject({ why: "later", isCertain: false });
  });

  it.each([
    ["of the size", instagramErrors.size],
    ["of the format", instagramErrors.format],
    ["of the aspect", instagramErrors.aspect],
    ["of the caption", instagramErrors.caption],
    ["of a duplicate", facebookErrors.duplicate],
    ["of spam, though it has the code of a limit", instagramErrors.spam],
    ["of a restricted account", instagramErrors.restricted],
    ["of code 100", coded(100)],
    ["of code 1609005", coded(1_609_005)],
    ["of code 1 with a subcode of Instagram", coded(1, { error_subcode: 2_207_057 })],
  ])("%s is final", (_words, reply) => {
    expect(failure(reply)).toMatchObject({ why: undefined, isCertain: true });
  });

  it("is shown in the words for people, if there are any, with its numbers", () => {
    expect(failure(instagramErrors.size).error).toBe(
      "The image is too large to download. It should be less than 8 MiB. (36000/2207004)",
    );
    expect(failure(expiredToken).error).toMatch(
      /^Error validating access token: Session has.+ \(190\/463\)$/,
    );
    expect(failure(unknownToken).error).toMatch(/ \(190\)$/);
    expect(failure(graphError({ message: "", code: 100 })).error).toBe(
      "Instagram answered with status 400.",
    );
  });

  it("is shown without tokens and addresses, which Meta repeats", () => {
    const message = `Malformed access token ${token}. See https://example.com/a?access_token=${token}#x and https://console.example.com:8443/media/outbox/1.jpg`;
    expect(failure(graphError({ message, code: 190 })).error).toBe(
      "Malformed access token …. See example.com and console.example.com:8443 (190)",
    );
  });
});
