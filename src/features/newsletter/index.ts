export { newsletterQueries } from "./queries";
export { NewsletterSettings } from "./views/newsletter-settings";
export { NewsletterSubscribers } from "./views/subscribers";
