export { newsletterQueries } from "./queries";
export { NewsletterSettings } from "./views/newsletter-settings";
