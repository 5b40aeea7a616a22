/** A fault that an operator can mend; the message is a plain sentence. */
export class StartError extends Error {
  override name = 'StartError'
}
