export { SocialAccounts } from "./views/social-accounts";
