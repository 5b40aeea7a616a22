/** A fault that an operator can fix, in a plain sentence. */
export class StartError extends Error {
  override name = 'StartError'
}
