import type { Site } from '#shared/seller/site.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { Draft } from './blocks.ts'

/** Input of a template. `sources` read the mail's subject when it is sent. */
export type LetterContext<Sources = unknown> = {
  site: Site
  /** Public origin without a trailing slash. */
  siteUrl: string
  /** Whether the site takes cards. */
  cardPayments: boolean
  sources: Sources
}

/** Writes one kind of mail. @returns null if the mail's subject no longer exists */
export type Template<Sources = unknown> = (
  mail: MailRow,
  context: LetterContext<Sources>,
) => Promise<Draft | null>
