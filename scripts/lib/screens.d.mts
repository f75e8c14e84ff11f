export const chunksOfScreens: Readonly<Record<string, readonly string[]>>;
