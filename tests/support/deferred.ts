/** A promise that the test resolves: of an answer, for example, that comes when it says. */
export function deferred<Value = undefined>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
