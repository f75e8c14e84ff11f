import { describe, expect, it } from "vitest";
import { formatCount, formatFigure, formatPercent } from "@/shared/format/number";
import { preview } from "@/shared/format/text";
import { formatRelative, formatUtc, parseTime } from "@/shared/format/time";
import { fc } from "../../support/random-seed";

describe("whole figures", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [-1234567, "-1,234,567"],
    [50_000, "50,000"],
    [Number.MAX_SAFE_INTEGER, "9,007,199,254,740,991"],
    [1234.565, "1,234.57"],
    [Number.NaN, "—"],
    [null, "—"],
  ])("%s is %s", (value, text) => {
    expect(formatFigure(value)).toBe(text);
  });
});

describe("counts", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1K"],
    [1234, "1.2K"],
    [15_300, "15.3K"],
    [999_949, "999.9K"],
    [999_950, "1M"],
    [1_000_000, "1M"],
    [2_450_000, "2.5M"],
    [null, "—"],
    [Number.NaN, "—"],
  ])("%s is %s", (value, text) => {
    expect(formatCount(value)).toBe(text);
  });
});

it("shows engagement with two decimals, and a missing value as a dash", () => {
  expect(formatPercent(0.0499)).toBe("4.99%");
  expect(formatPercent(0)).toBe("0.00%");
  expect(formatPercent(undefined)).toBe("—");
  expect(formatPercent(1e308)).toBe("—");
});

describe("times", () => {
  it("without a zone are UTC", () => {
    const utc = Date.UTC(2026, 10, 20, 8, 30);
    expect(parseTime("2026-11-20T08:30:00")).toBe(utc);
    expect(parseTime("2026-11-20 08:30:00.000000")).toBe(utc);
    expect(parseTime("2026-11-20T08:30:00Z")).toBe(utc);
    expect(parseTime("2026-11-20T09:30:00+01:00")).toBe(utc);
    expect(formatUtc(utc)).toBe("2026-11-20 08:30 UTC");
  });

  it.each([
    "2026-12-05 09:00:00+00",
    "2026-12-05T10:00:00+01",
    "2026-12-05 09:00:00.123456+00",
    "2026-12-05T14:30:00+0530",
    "2026-12-05 09:00:00 UTC",
    "2026-12-05 09:00:00 GMT",
    "2026-12-05T09:00:00+00:00Z",
    "2026-12-05T09:00:00.000000Z",
    "2026-12-05T09:00",
    " 2026-12-05T09:00:00Z ",
    "Sat, 05 Dec 2026 09:00:00 GMT",
    "Sat, 05 Dec 2026 10:00:00 +0100",
    "05 Dec 2026 10:00:00 +0100",
    "2026-12-05 09:00:00,123",
    "2026-12-05T10:00:00+01:00[Europe/Belgrade]",
    "2026-12-05T09:00:00Z[UTC]",
    "1796461200",
    "1796461200.25",
    "1796461200000",
  ])("are read as other servers write them: %s", (text) => {
    const time = parseTime(text) ?? 0;
    expect(time - (time % 1_000)).toBe(Date.UTC(2026, 11, 5, 9));
  });

  it.each([
    ["soon"],
    [""],
    [null],
    ["12"],
    ["20261205"],
    ["179646120"],
    ["2026-12-05T25:00:00Z"],
    ["2026-12-05 09:00:00 CET"],
    ["2026-13-05"],
    ["Sat, 05 Foo 2026 09:00:00 GMT"],
  ])("are undefined when the server sends %j", (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  it("are shown relative to now", () => {
    const now = Date.UTC(2026, 10, 20);
    const minute = 60_000;
    expect(formatRelative(now + 3 * 60 * minute + 1, now)).toBe("in 3 h");
    expect(formatRelative(now - 12 * minute, now)).toBe("12 min ago");
    expect(formatRelative(now - 49 * 60 * minute, now)).toBe("2 d ago");
    expect(formatRelative(now + 20_000, now)).toBe("now");
  });
});

describe("a preview", () => {
  it("never cuts a grapheme in half, and marks the cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
        const expected = graphemes.length > max ? `${graphemes.slice(0, max).join("")}...` : text;
        expect(preview(text, max)).toBe(expected);
      }),
    );
  });

  it("counts a family emoji as one", () => {
    expect(preview("👨‍👩‍👧‍👦👨‍👩‍👧‍👦!", 1)).toBe("👨‍👩‍👧‍👦...");
  });
});
