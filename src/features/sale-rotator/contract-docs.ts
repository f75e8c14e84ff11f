import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { saleRotatorApi } from "./contract";
import {
  additionSchema,
  confirmedStepSchema,
  removalSchema,
  removalStepSchema,
  saleSettingsSchema,
  updateSchema,
} from "./schema";

saleSettingsSchema.register(z.globalRegistry, { id: "SaleSettings" });

const stepTexts = { run_id: "The run that this step belongs to." };

describeFields(saleRotatorApi.saveSettings.body, {
  rotator_count: "Products tagged `rotator` on sale at a time.",
  rotator_no_change_count:
    "Products tagged `rotator-no-change` that get the sale tag and keep their price.",
  print_count: "Pairs of a T-shirt and a hoodie, both tagged `print` and the same `print:{slug}`.",
  cooldown_days:
    "Days that a product rests, counted from when it was last put on sale or taken off.",
  sale_tag: "The shop's tag that says that a product is on sale.",
});
describeFields(saleRotatorApi.trigger.query, {
  dry_run: "True changes nothing in the shop; false changes it at once.",
});
describeFields(saleRotatorApi.restore.query, {
  dry_run: "True changes nothing in the shop; false changes it at once.",
});
const stepsText =
  "In execution order. In a long list only the next steps have `variants`: the others get them before their turn.";
describeFields(confirmedStepSchema, {
  next_product_id: "The product that the next step changes; null after the last.",
  remaining_updates: stepsText,
  remaining_removals: stepsText,
});
const variantsText =
  "All variants of a product that has several, whose own prices are then those of its cheapest one.";
describeFields(additionSchema, { variants: variantsText });
describeFields(removalSchema, { variants: variantsText });
describeFields(updateSchema, stepTexts);
describeFields(removalStepSchema, stepTexts);
saleRotatorApi.triggerStep.body.register(z.globalRegistry, {
  description:
    "Null starts a run and changes nothing yet. After that: the remaining lists exactly as the last answer had them; the `variants` of their steps may be left out.",
});
describeFields(saleRotatorApi.stop.query, {
  run_id: "Only this run, as its steps name it; without it whichever one waits.",
});

const sampleSettings = {
  is_active: true,
  rotator_count: 6,
  rotator_no_change_count: 3,
  print_count: 2,
  cooldown_days: 14,
  rotator_discount_percent: 20,
  print_discount_percent: 15,
  sale_tag: "sale",
};

const sampleUpdate = {
  product_name: "Majica „Dunavska zora“",
  product_id: "7914325504117",
  original_price: 2490,
  new_price: 1992,
  compare_at_price: 2490,
  variants: [
    { title: "S", before: 2490, after: 1992, compare_at_price: 2490 },
    { title: "XXL", before: 2790, after: 2232, compare_at_price: 2790 },
  ],
  tags_to_add: ["sale"],
};

const sampleRemoval = {
  product_name: "Šolja „Ćirilica“",
  product_id: "7914325504102",
  current_price: 1192,
  restored_price: 1490,
  compare_at_price: null,
  tags_to_remove: ["sale"],
};

export const saleRotatorDocs = documented(saleRotatorApi, {
  settings: {
    summary:
      "Says how a group's weekly sale is rotated; a group that never saved has the defaults.",
    sample: { reply: sampleSettings },
  },
  saveSettings: {
    summary: "Replaces the settings of a group's weekly sale; a run that has begun keeps its plan.",
    sample: { body: sampleSettings, reply: sampleSettings },
  },
  trigger: {
    summary:
      "Rotates a group's sale now, or only says what that would do; 409 while another run of the group is under way.",
    refusals: {
      400: "The shop refuses; the detail is what it says.",
      409: "It is not enabled, there is no shop, another run is under way, or somebody else changed a price.",
      503: "The shop does not answer.",
    },
    sample: {
      query: { dry_run: true },
      reply: {
        summary: {
          total_updates: 1,
          total_removals: 1,
          products_to_add_to_sale: [sampleUpdate],
          products_to_remove_from_sale: [sampleRemoval],
          shop: "zima.myshopify.com",
        },
      },
    },
  },
  restore: {
    summary:
      "Gives all products that a rotation put on sale their original prices back, or only says what that would do; also while the rotator is off.",
    refusals: {
      400: "The shop refuses; the detail is what it says.",
      409: "There is no shop, another run is under way, or somebody else changed a price.",
      503: "The shop does not answer.",
    },
    sample: {
      query: { dry_run: true },
      reply: {
        summary: {
          total_updates: 0,
          total_removals: 1,
          products_to_add_to_sale: [],
          products_to_remove_from_sale: [sampleRemoval],
          shop: "zima.myshopify.com",
        },
      },
    },
  },
  triggerStep: {
    summary:
      "Starts a rotation that changes one product per call, or does its next step; 409 for lists that are not what the run has left.",
    refusals: {
      400: "The shop refuses; the detail is what it says.",
      409: "It is not enabled, there is no shop, another run is under way, the lists are not what the run has left, or somebody else changed a price.",
      503: "The shop does not answer.",
    },
    sample: {
      body: {
        updates: [{ ...sampleUpdate, run_id: 12 }],
        removals: [{ ...sampleRemoval, run_id: 12 }],
      },
      reply: {
        is_complete: false,
        completed_action: {
          product_name: sampleRemoval.product_name,
          product_id: sampleRemoval.product_id,
          tags_to_remove: ["sale"],
          price: 1490,
          compare_at_price: null,
        },
        remaining_updates: [{ ...sampleUpdate, run_id: 12 }],
        remaining_removals: [],
        summary: "Šolja „Ćirilica“ is off sale: 1,192 → 1,490 RSD. Left: 1 update, 0 removals.",
        run_id: 12,
        next_product_id: sampleUpdate.product_id,
      },
    },
  },
  stop: {
    summary:
      "Ends the group's confirmed run that waits for its next step; what was done stays, and where none waits nothing happens.",
    sample: {
      query: { run_id: 12 },
      reply: { message: "The run is stopped: 3 of 10 products changed." },
    },
  },
});
