/** The tabs of the screens that have them, each in its order. */
export const performanceTabs = [
  { value: "posts", label: "All Posts" },
  { value: "categories", label: "By Category" },
] as const;

export const publishingTabs = [
  { value: "media", label: "Image/Video Posts" },
  { value: "text", label: "Text-Only Posts" },
] as const;

export const configTabs = [
  { value: "accounts", label: "Social Accounts" },
  { value: "evergreen", label: "Evergreen Content" },
  { value: "direct", label: "Direct Publishing" },
  { value: "integrations", label: "Integrations" },
  { value: "newsletter", label: "Newsletter" },
  { value: "mascot", label: "AI Mascot Settings" },
  { value: "settings", label: "Settings" },
] as const;

/** The names of tabs in an address. */
export const valuesOf = <T extends readonly { value: string }[]>(tabs: T): T[number]["value"][] =>
  tabs.map(({ value }) => value);
