import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contentApi } from "@/features/content/contract";
import { groupsApi } from "@/features/groups/contract";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import { groupApi } from "../../../src/entities/group/contract.ts";
import { naughtyStrings, unseenStrings } from "../../support/naughty-strings.ts";
import { mjml } from "../features/newsletter/support.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const variables = { subscriber_name: "Milica", products: [], unsubscribe_url: "" };

/** The text that an operator may read in a refusal: sentences. */
const sentences = (detail: unknown): string[] =>
  (Array.isArray(detail) ? detail.map(({ msg }) => msg) : [detail]).map(String);

/** Sends a call with each text of the list. Returns what was accepted, and the refusals' sentences. */
async function sendEach<E extends Endpoint>(endpoint: E, request: (text: string) => RequestOf<E>) {
  const accepted: string[] = [];
  const refused: Record<string, string[]> = {};
  for (const text of naughtyStrings) {
    const { status, detail } = await world.refusal(endpoint, request(text));
    if (status === endpoint.status) {
      accepted.push(text);
      continue;
    }
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
    for (const sentence of sentences(detail)) {
      expect(sentence, text).toMatch(/^[A-Z].*\.$/);
      refused[sentence] = [...(refused[sentence] ?? []), text];
    }
  }
  return { accepted, refused };
}

/** Blanks at both ends are not kept. */
const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).toSorted();
const longerThan = (most: number) => naughtyStrings.filter((text) => text.trim().length > most);

test("the list has its strings", () => {
  expect(naughtyStrings).toHaveLength(485);
  expect(unseenStrings).toHaveLength(7);
});

describe("Each string of the list", () => {
  test("is stored as typed in a post's text, or refused with a sentence", async () => {
    const id = await world.addCategory(await world.addGroup());
    const params = { id };
    const { accepted, refused } = await sendEach(contentApi.add, (text_content) => ({
      params,
      body: { text_content, image_url: null },
    }));
    const stored = await world.call(contentApi.list, { params });
    expect(trimmed(stored.map(({ text_content }) => text_content ?? ""))).toEqual(
      trimmed(accepted),
    );
    expect(refused).toEqual({ "Text content is required.": unseenStrings });
  });

  test("is stored as typed in a group's name, or refused with a sentence", async () => {
    const before = (await world.call(groupApi.list, {})).map(({ name }) => name);
    const { accepted, refused } = await sendEach(groupsApi.create, (name) => ({ body: { name } }));
    const stored = (await world.call(groupApi.list, {})).map(({ name }) => name);
    expect(trimmed(stored)).toEqual(trimmed([...before, ...accepted]));
    // Names of groups differ in more than their capitals.
    const repeated = naughtyStrings.filter((text, index) =>
      naughtyStrings
        .slice(0, index)
        .some((earlier) => earlier.toLowerCase() === text.toLowerCase()),
    );
    expect(repeated).toHaveLength(8);
    expect(refused).toEqual({
      "Group Name is required.": unseenStrings,
      "At most 200 characters.": longerThan(200),
      ...Object.fromEntries(
        repeated.map((text) => [`A group named “${text}” already exists.`, [text]]),
      ),
    });
  });

  test("is the subject of a mail as typed, on one line, or refused with a sentence", async () => {
    const refused: string[] = [];
    for (const subject of naughtyStrings) {
      const mail = { subject, mjml: mjml("<mj-text>Zdravo</mj-text>"), variables };
      const rendered = await world.ports.mailRenderer.render(mail);
      if (rendered.ok) {
        // Control characters would end a mail's header.
        const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
        expect(rendered.subject).toBe(line);
      } else {
        const message = "The subject is empty.";
        expect(rendered.errors).toEqual([{ part: "subject", line: null, message }]);
        refused.push(subject);
      }
    }
    expect(refused).toEqual(unseenStrings);
  });
});
