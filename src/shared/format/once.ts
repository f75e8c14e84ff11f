/**
 * Makes a value when it is first needed, and keeps it. Meant for `Intl`, whose first object costs a
 * browser 10 to 20 ms and a slow phone four times that: none is made while the console's code is
 * being loaded.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
