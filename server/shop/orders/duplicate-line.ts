import { sql } from 'kysely'
import type { Engine, Trx } from '../../runtime/db/database.ts'

const sides = ['typed', 'own'] as const

/**
 * A CSV has the account's typed name, and OFX or CAMT.053 its own number, so one line may come under both.
 * @param content hash of the line without its account
 * @returns `twin` to look for among payments, and `statement_twin` of its own payment
 */
export function twinsOf(content: string, isTyped: boolean): { twin: string; own: string } {
  const [typed, own] = sides.map((side) => `${side}:${content}`) as [string, string]
  return isTyped ? { twin: own, own: typed } : { twin: typed, own }
}

/** @returns `statement_twin` of the payment of a line that looks for this twin */
export function otherTwin(twin: string): string {
  const [side, content = ''] = twin.split(':')
  return twinsOf(content, side === 'own').own
}

/** Books the lines of one content after each other, because no constraint can hold twins apart. SQLite writes one by one. */
export async function lockTwins(trx: Trx, twin: string, engine: Engine): Promise<void> {
  const [, content = ''] = twin.split(':')
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${content}, 0))`.execute(trx)
}
