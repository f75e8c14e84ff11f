/**
 * An error of this program or its installation. Its message never contains input, so it may be logged;
 * the message of any other error may quote a secret.
 */
export class Fault extends Error {
  override readonly name = "Fault";
}
