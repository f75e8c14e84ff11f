import { asc, eq } from "drizzle-orm";
import { starterTemplate } from "@/features/newsletter/starter-template";
import { plainLetters } from "../adapters/sandbox/catalogue.ts";
import { integrations, newsletterSettings, subscribers } from "../db/schema.ts";
import type { Context } from "../kernel/context.ts";

const names = [
  ...["Milica Đorđević", "Nikola Petrović", "Jelena Živković", "Stefan Nikolić", "Ana Čolić"],
  ...["Marko Jovanović", "Teodora Šarić", "Luka Božić", "Katarina Ćirić", "Vuk Stojanović"],
  ...["Dunja Radić", "Filip Žarković", "Jovana Miljković", "Uroš Đukić", "Sofija Pavlović"],
  ...["Aleksa Vasić", "Tamara Kostić", "Ognjen Čabarkapa", "Iva Lazarević", "Mihajlo Šućur"],
  ...["Nađa Krstić", "Petar Ilić", "Anđela Tošić", "Lazar Obradović", "Mina Žegarac"],
  ...["Strahinja Ćosić", "Sara Mladenović", "Relja Grujić", "Lena Šašić", "Danilo Đokić"],
  ...["Una Savić", "Viktor Marić", "Isidora Čavić", "Pavle Rakić", "Hana Željko"],
  ...["Bogdan Simić", "Tijana Vuković", "Andrej Šoškić", "Višnja Popović"],
];

/** The subscriber who has unsubscribed, and the addresses of two without a name. */
const unsubscribed = "Relja Grujić";
const nameless = ["citalac.jutarnje.poste@example.com", "moja.korpa@example.com"];

/** Adds a newsletter with subscribers to the group that has a mail service. */
export async function addNewsletter({ db }: Context, since: Date): Promise<void> {
  const [service] = await db
    .select()
    .from(integrations)
    .where(eq(integrations.platform, "amazon_ses"))
    .orderBy(asc(integrations.id))
    .limit(1);
  if (!service) return;
  const { id: integration_id, group_id, store_name: sender_email } = service;
  await db.insert(newsletterSettings).values({
    group_id,
    is_active: true,
    integration_id,
    sender_email,
    subject_template: starterTemplate.subject,
    mjml_template: starterTemplate.mjml,
    updated_at: since,
  });
  const named = names.map((name) => ({
    name,
    email: addressOf(name),
    is_active: name !== unsubscribed,
  }));
  const others = nameless.map((email) => ({ name: null, email, is_active: true }));
  await db.insert(subscribers).values(
    [...named, ...others].map((subscriber, n) => ({
      ...subscriber,
      group_id,
      created_at: new Date(since.getTime() + n * 12 * 3_600_000),
    })),
  );
}

/** Returns `Đorđe Šućur` as `djordje.sucur@example.com`. */
const addressOf = (name: string) => `${plainLetters(name).replaceAll(" ", ".")}@example.com`;
