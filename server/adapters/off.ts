import { Fault } from "../kernel/fault.ts";
import type { ImageModel } from "../ports/image-model.ts";
import type { BadCredentials, FinalRefusal } from "../ports/outcome.ts";
import type { Ports } from "../ports/ports.ts";
import { ShopRefusal } from "../ports/shop.ts";

/**
 * Returns a sentence such as `Publishing to Instagram is switched off on this server: LIVE does not
 * name instagram.`
 */
export const switchedOff = (what: string, name: string) =>
  `${what} is switched off on this server: LIVE does not name ${name}.`;

const refused = (what: string, name: string): FinalRefusal => ({
  ok: false,
  error: switchedOff(what, name),
});

const texts = switchedOff("Generating", "ai");
const shops = switchedOff("The shop", "shopify");

function fails(error: string): () => Promise<never> {
  return async () => {
    throw new Fault(error);
  };
}

function failsAsShop(): Promise<never> {
  return Promise.reject(new ShopRefusal(shops));
}

/** Returns an image model that generates none, with the sentence that says why. */
export const createOffImages = (unavailable: string): ImageModel => ({
  unavailable,
  generate: async () => ({ ok: false, error: unavailable }),
});

/** Refuses every mail as for bad keys: a newsletter that has begun waits for a person. */
const noMail = async (): Promise<BadCredentials> => ({
  ok: false,
  why: "credentials",
  error: switchedOff("Mail", "amazon_ses or smtp"),
});

/** The services that are switched off, each with a sentence that says so. */
export const offPorts: Pick<
  Ports,
  "textModel" | "imageModel" | "ads" | "shop" | "reddit" | "mailer" | "mailEvents"
> = {
  textModel: { write: fails(texts) },
  imageModel: createOffImages(switchedOff("Generating images", "ai")),
  ads: { accounts: async () => refused("Facebook Ads", "facebook_ads") },
  shop: {
    test: failsAsShop,
    page: failsAsShop,
    products: failsAsShop,
    product: failsAsShop,
    change: failsAsShop,
  },
  reddit: {
    authorizationUrl: () => {
      throw new Fault(switchedOff("Connecting Reddit", "reddit"));
    },
    connect: async () => refused("Connecting Reddit", "reddit"),
    flairs: async () => refused("Reddit", "reddit"),
  },
  mailer: { test: noMail, quota: noMail, turn: async () => {}, send: noMail },
  mailEvents: undefined,
};
