export type SigningKeys = {
  kid: string
  /** SPKI, PEM. */
  public_key: string
  created_at: string
  retired_at: string | null
}

export type DataSecrets = {
  id: string
  /** The secret, encrypted under the signing key `kid`. */
  wrapped: string
  kid: string
  /** Grows with each new secret, but not when the signing key rotates. */
  generation: number
}
