import type { PlatformType } from "@/entities/account";
import { SafeLink } from "@/shared/media/safe-link";

type Guide = {
  /** The page of the platform on which the keys are made. */
  readonly page: { readonly name: string; readonly url: string };
  /** The steps there, in the platform's own names. */
  readonly steps: string;
};

/** The page and the steps for each platform's keys, as its pages for developers say in November 2026. */
const guides: Readonly<Partial<Record<PlatformType, Guide>>> = {
  x_twitter: {
    page: { name: "X's developer portal", url: "https://developer.x.com/en/portal/dashboard" },
    steps:
      "First set the app's permission to 'Read and write': older tokens stay read-only. All five are under 'Keys and tokens'. Posting needs the first four; the bearer token only reads figures.",
  },
  instagram: {
    page: { name: "Meta's app dashboard", url: "https://developers.facebook.com/apps" },
    steps:
      "Needs a professional account. Choose 'API setup with Instagram login' and generate a token with instagram_business_basic, instagram_business_content_publish and instagram_business_manage_insights. The user ID is next to it.",
  },
  facebook_page: {
    page: { name: "the Graph API Explorer", url: "https://developers.facebook.com/tools/explorer" },
    steps:
      "Choose your app, the permissions pages_manage_posts, pages_read_engagement and read_insights, then the Page itself instead of your user: user tokens are refused. The Page ID is in the Page's transparency section.",
  },
  linkedin_profile: {
    page: {
      name: "LinkedIn's token generator",
      url: "https://www.linkedin.com/developers/tools/oauth/token-generator",
    },
    steps:
      "Choose your app and w_member_social, openid and profile. Figures of posts need r_member_postAnalytics too, if LinkedIn has given it to the app. The author URN is urn:li:person: plus the member's ID ('sub' in LinkedIn's userinfo). Tokens last 60 days.",
  },
  linkedin_organization: {
    page: {
      name: "LinkedIn's token generator",
      url: "https://www.linkedin.com/developers/tools/oauth/token-generator",
    },
    steps:
      "Choose your app, w_organization_social and r_organization_social, and sign in as a page admin. The author URN is urn:li:organization: plus the number in the address of the page's admin view. Tokens last 60 days.",
  },
  threads: {
    page: { name: "Meta's app dashboard", url: "https://developers.facebook.com/apps" },
    steps:
      "Open the app's Threads settings and its user token generator: the token needs threads_basic, threads_content_publish and threads_manage_insights. The user ID is the API's response to 'me' with this token.",
  },
  bluesky: {
    page: { name: "Bluesky's app passwords", url: "https://bsky.app/settings/app-passwords" },
    steps:
      "Create an app password and enter it here, not the account's own. The identifier is the handle, as in anna.bsky.social.",
  },
};

/** Says where the keys of a platform are found. Renders nothing if there are none to type. */
export function KeyGuide({ platform }: { platform: PlatformType }) {
  const guide = guides[platform];
  if (!guide) return null;
  return (
    <p className="meta">
      Create these keys in <SafeLink url={guide.page.url}>{guide.page.name}</SafeLink>.{" "}
      {guide.steps}
    </p>
  );
}

/** Says that the server does not publish to a platform, before its keys are typed in. */
export const OffNote = ({ platform, label }: { platform: PlatformType; label: string }) => (
  <p className="meta">
    Publishing to {label} is switched off on this server: LIVE does not name {platform}. Nothing is
    posted with its accounts.
  </p>
);
