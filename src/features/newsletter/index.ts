export { newsletterQueries } from "./queries";
export { LastNewsletter } from "./views/last-newsletter";
export { NewsletterSettings } from "./views/newsletter-settings";
export { NewsletterSubscribers } from "./views/subscribers";
