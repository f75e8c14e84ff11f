import fc from "fast-check";

// Every property of a run uses the run's seed, which the run has printed; TEST_SEED repeats it.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });

export { fc };
