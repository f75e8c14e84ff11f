import type { Attempt, Publisher } from "../../server/ports/publisher.ts";

/** A publisher that is asked for nothing but posts; its platform cannot look for one. */
export const publisherThat = (publish: Publisher["publish"]): Publisher => ({
  publish,
  locate: async () => ({ ok: "unsure", advice: "Look at the profile." }),
  test: async () => ({ ok: true }),
  refresh: async () => null,
});

/** The same publish function, after it has stored that the post may be live. */
export const committed =
  (publish: Publisher["publish"]): Publisher["publish"] =>
  async (publication, attempt, signal) => {
    await attempt.committing(attempt.trace);
    return publish(publication, attempt, signal);
  };

/** A first try whose trace is kept nowhere. */
export const firstAttempt: Attempt = {
  trace: {},
  prepared: async () => undefined,
  committing: async () => undefined,
};
