import type { Db } from '../../runtime/db/database.ts'
import type { Keyring, Signer } from '../../runtime/keys/keyring.ts'

/**
 * Finds the newest key that the application verifies and that isn't retired.
 * @param known the application's kids; without them it is taken to know the newest
 * @returns null if it would refuse whatever is signed
 */
export async function findSigner(
  db: Db,
  { signers }: Pick<Keyring, 'signers'>,
  known: readonly string[] | undefined,
): Promise<Signer | null> {
  if (known === undefined) return signers[0]
  const held = signers.filter(({ kid }) => known.includes(kid))
  if (held.length === 0) return null
  const inUse = await db
    .selectFrom('signing_keys')
    .select('kid')
    .where(
      'kid',
      'in',
      held.map(({ kid }) => kid),
    )
    .where('retired_at', 'is', null)
    .execute()
  return held.find(({ kid }) => inUse.some((key) => key.kid === kid)) ?? null
}
