import { sql } from 'kysely'
import { foldedEmail } from '../../runtime/db/folded-text.ts'

/** A customer: an e-mail address, or all who name a company. */
export type CustomerFilter = { email: string } | { company: string }

/**
 * Condition for a customer's rows that an index can answer.
 * @param email column of the e-mail
 * @param company column of the company
 */
export function isOfCustomer(
  customer: CustomerFilter,
  email: Parameters<typeof foldedEmail>[0],
  company: string,
) {
  return 'email' in customer
    ? sql<boolean>`${foldedEmail(email)} = ${customer.email}`
    : sql<boolean>`${sql.ref(company)} = ${customer.company}`
}
