import type { Browser, BrowserContextOptions } from "playwright-core";

export function findChromium(): string | undefined;
export const howToGetChromium: string;
export function launchChromium(more?: readonly string[]): Promise<Browser>;
export function asPhone(browser: Browser): BrowserContextOptions;
