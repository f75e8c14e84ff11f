/**
 * An error of this program or its installation. Its message never contains input, so it may be logged;
 * the message of any other error may quote a secret.
 */
export class Fault extends Error {
  override readonly name = "Fault";
}

/**
 * Work that an outside service has refused for good, in its words: a job that throws it is not tried
 * again, and operators see why. The words are not logged, because they may quote what was sent.
 */
export class RefusedWork extends Error {
  override readonly name = "RefusedWork";
}

/**
 * An error that prevents the start. Its message is one sentence for the person who starts the server.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Returns the code of an error of Node, such as `ENOENT`; undefined for any other. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
