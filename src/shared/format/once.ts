/**
 * What is made when it is first needed, and then kept. For `Intl`, whose first object costs a browser
 * 10 to 20 ms and a slow phone four times that: nothing makes one while the console's code is read.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
