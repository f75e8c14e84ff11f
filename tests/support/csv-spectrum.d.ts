declare module "csv-spectrum" {
  type Sample = { readonly name: string; readonly csv: Buffer; readonly json: Buffer };
  /** Reads the files of the set, and what each of them holds. */
  function csvSpectrum(done: (error: unknown, samples: Sample[]) => void): void;
  export = csvSpectrum;
}
