export { newsletterQueries } from "./queries";
export { subscriberQueries } from "./subscriber-queries";
export { NewsletterSettings } from "./views/newsletter-settings";
export { NewsletterSubscribers } from "./views/subscribers";
