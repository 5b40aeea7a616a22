type VerificationFailure =
  | 'No key provided'
  | 'No version provided'
  | 'Failed to load script'
  | 'Failed to execute'

export class VerificationError extends Error {
  override name = 'VerificationError'
  declare readonly message: VerificationFailure

  constructor(message: VerificationFailure, options?: ErrorOptions) {
    super(message, options)
  }
}
