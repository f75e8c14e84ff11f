import { describe, expect, it } from "vitest";
import {
  type Change,
  type Corruption,
  corrupted,
  describeCorruption,
  drawCorruption,
  type Path,
  shrink,
} from "./support/corruption";
import { seededRandom } from "./support/random";

const answer = { data: [{ id: 1, name: "One" }, { id: 2, name: "Two" }, { id: 3 }], total: 30 };

const corruptedBy = (...corruption: Corruption) => JSON.parse(corrupted(answer, corruption).body);
const at = (kind: Exclude<Change["kind"], "set" | "rename">, ...path: Path): Change => ({
  kind,
  at: path,
});

describe("The corruptions of answers", () => {
  it("change the targeted part, and no other", () => {
    expect(corruptedBy(at("null", "data", 0, "name")).data[0]).toEqual({ id: 1, name: null });
    expect(corruptedBy(at("delete", "data", 1)).data).toEqual([answer.data[0], answer.data[2]]);
    expect(corruptedBy(at("delete", "data", "*", "name")).data).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    expect(corruptedBy({ kind: "rename", at: ["total"], to: "__proto__" })).toHaveProperty(
      ["__proto__"],
      30,
    );
    expect(corruptedBy(at("unwrap"))).toEqual(answer.data);
    expect(corruptedBy(at("wrap", "total")).total).toEqual({ data: 30 });
    expect(corruptedBy(at("list", "total")).total).toEqual([30]);
    expect(corruptedBy(at("double", "data")).data).toHaveLength(6);
    expect(corruptedBy(at("truncate", "data")).data).toHaveLength(1);
    expect(corruptedBy({ kind: "set", at: ["total"], value: "12" }).total).toBe("12");
    expect(corruptedBy(at("script", "data", 0, "name")).data[0].name).toMatch(/^javascript:/);
    expect(corruptedBy(at("long", "total")).total.length).toBeGreaterThan(5_000);
    expect(corruptedBy(at("null", "nowhere", 7))).toEqual(answer);
    expect(answer.data).toHaveLength(3);
  });

  it("replace the answer as a whole", () => {
    expect(corrupted(answer, [{ kind: "html" }])).toMatchObject({ contentType: "text/html" });
    expect(corrupted(answer, [{ kind: "wrong type" }])).toEqual({
      status: 200,
      contentType: "text/plain",
      body: JSON.stringify(answer),
    });
    expect(() => JSON.parse(corrupted(answer, [{ kind: "half" }]).body)).toThrow(SyntaxError);
    expect(corrupted(answer, [at("delete")]).body).toBe("");
    expect(
      corrupted(answer, [{ kind: "refusal", status: 422, body: '{"detail":[]}' }]),
    ).toMatchObject({ status: 422, body: '{"detail":[]}' });
  });

  it("are the same for the same seed, of every kind, and leave few answers unchanged", () => {
    const generate = (seed: number) => drawCorruption(seededRandom(seed), answer);
    const generated = Array.from({ length: 500 }, (_, seed) => generate(seed));
    expect(generate(7)).toEqual(generate(7));
    expect(new Set(generated.flat().map(({ kind }) => kind)).size).toBe(19);
    const untouched = generated.filter(
      (corruption) => corrupted(answer, corruption).body === JSON.stringify(answer),
    );
    expect(untouched.length / generated.length).toBeLessThan(0.05);
  });

  it("are described in one line", () => {
    expect(
      describeCorruption([
        { kind: "set", at: ["data", "*", "id"], value: [] },
        at("null"),
        { kind: "refusal", status: 404, body: "{}" },
      ]),
    ).toBe("set [] at data.*.id, null at the top, refusal 404 {}");
  });

  it("are reduced to those that still fail", async () => {
    const needed = at("null", "total");
    const failing = new Map([
      ["posts", [at("delete", "data"), needed, at("deep", "data")]],
      ["groups", [at("null")]],
    ]);
    const smallest = await shrink(failing, async (tried) =>
      Boolean(tried.get("posts")?.includes(needed)),
    );
    expect([...smallest]).toEqual([["posts", [needed]]]);
  });
});
