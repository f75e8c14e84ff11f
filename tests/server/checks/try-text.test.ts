import { expect, test } from "vitest";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { tryTexts } from "../../../server/checks/try-text.ts";
import { aiError, aiKey, aiModel, completion, startAi } from "../../peers/ai/peer.ts";

test("a model writes ten posts of each type, each shown with its length and tokens", async () => {
  const ai = await startAi();
  const post = (n: number) => ({
    ...{ title: `Naslov ${n}`, text: `Objava broj ${n}.`, image_prompt: "A cup" },
    ...{ top_text: "Gore", bottom_text: "Dole" },
  });
  ai.answers.push(
    ...Array.from({ length: 39 }, (_, n) =>
      completion(JSON.stringify(post(n)), { tokens: [1000, 50] }),
    ),
    aiError(400, null, "Not this one."),
  );
  const said: string[] = [];
  const server = { url: ai.url, key: aiKey, model: aiModel, prices: { in: 2.5, out: 10 } };
  const http = createHttp({ proxy: null });
  expect(await tryTexts(server, (line) => said.push(line), http)).toBe(1);
  const text = said.join("\n");
  expect(text.match(/^(evergreen|memes|sales|weekly_sale): /gm)).toHaveLength(4);
  expect(text).toContain(
    "1. Naslov 0\nObjava broj 0.\n[Image: A cup]\n(14 characters, 1000 tokens read, 50 written, 1 tries,",
  );
  expect(text).toContain("[Gore / Dole]");
  expect(text).toContain("Objava broj 20.\n\nhttps://shop.example.com/products/vunena-jakna");
  expect(text).toContain("10. The AI server refused the request. (400: Not this one.)");
  expect(text).toContain(
    "Together 39000 tokens read and 1950 written, for $0.1170. Not written, or too long: 1.",
  );
  // The later posts of a type know the earlier ones.
  expect(ai.bodies[9]?.messages[1]?.content).toContain("Objava broj 8.");
  await ai.close();
});
