import { sql } from 'kysely'
import { foldedEmail } from '../../runtime/db/folded-text.ts'

/** Whose things: an address's, or those of all who name a company. */
export type Whose = { email: string } | { company: string }

/** Tells rows of a customer's by an index. @param columns those of an e-mail and of a company */
export function isTheirs(whose: Whose, email: Parameters<typeof foldedEmail>[0], company: string) {
  return 'email' in whose
    ? sql<boolean>`${foldedEmail(email)} = ${whose.email}`
    : sql<boolean>`${sql.ref(company)} = ${whose.company}`
}
