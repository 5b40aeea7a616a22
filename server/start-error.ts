/** A reason not to start that an operator can mend; its message is a plain sentence. */
export class StartError extends Error {
  override name = 'StartError'
}
