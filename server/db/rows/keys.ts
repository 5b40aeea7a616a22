export type SigningKeys = {
  kid: string
  /** SPKI, PEM. */
  public_key: string
  created_at: string
  /** When it left the published set; null while it is there. */
  retired_at: string | null
}

export type DataSecrets = {
  id: string
  /** The secret, encrypted under a signing key. */
  wrapped: string
  /** That signing key. */
  kid: string
  /** Grows by one with each new secret. A rotation of the signing key leaves it unchanged. */
  generation: number
}
