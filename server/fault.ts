/**
 * A mistake of our own or of an installation. Its words hold nothing of what was given to the
 * server, so that the log may repeat them; those of any other error may quote a secret.
 */
export class Fault extends Error {
  override readonly name = "Fault";
}
