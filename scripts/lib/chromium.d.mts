import type { Browser } from "playwright-core";

export function findChromium(): string | undefined;
export const howToGetChromium: string;
export function launchChromium(): Promise<Browser>;
