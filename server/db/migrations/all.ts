import type { Kysely } from 'kysely'
import * as shop from './0001-shop.ts'
import * as rotation from './0002-rotation.ts'
import * as moves from './0003-moves.ts'
import * as quarantine from './0004-quarantine.ts'
import * as counts from './0005-counts.ts'
import * as trials from './0006-trials.ts'
import * as yourLicences from './0007-your-licences.ts'
import * as licenceChanges from './0008-licence-changes.ts'
import * as paying from './0010-paying.ts'
import * as webhooks from './0011-webhooks.ts'
import * as ordersByPaidAt from './0012-orders-by-paid-at.ts'
import * as desk from './0014-desk.ts'
import * as search from './0015-search.ts'
import * as books from './0016-books.ts'
import * as statements from './0017-statements.ts'
import * as deskAtSize from './0018-desk-at-size.ts'
import * as findQuotes from './0019-find-quotes.ts'
import * as findByNewest from './0020-find-by-newest.ts'
import * as whoseLines from './0021-whose-lines.ts'
import * as quotesByCode from './0022-quotes-by-code.ts'
import * as keyedActs from './0023-keyed-acts.ts'
import * as updatesOfReplacedKeys from './0025-updates-of-replaced-keys.ts'
import * as keysOfMoves from './0026-keys-of-moves.ts'
import * as withdrawnQuotes from './0027-withdrawn-quotes.ts'
import * as narrowTokens from './0028-narrow-tokens.ts'
import * as corrections from './0029-corrections.ts'
import * as laterNews from './0030-later-news.ts'
import * as refundFailures from './0031-refund-failures.ts'
import * as refusals from './0032-refusals.ts'
import * as receivers from './0033-receivers.ts'
import type { Columns } from './columns.ts'

type Migration = { up(db: Kysely<unknown>, columns: Columns): Promise<void> }

/** Sorted by name. A released migration never changes; a change of the schema needs a new one. */
export const migrations: Record<string, Migration> = {
  '0001-shop': shop,
  '0002-rotation': rotation,
  '0003-moves': moves,
  '0004-quarantine': quarantine,
  '0005-counts': counts,
  '0006-trials': trials,
  '0007-your-licences': yourLicences,
  '0008-licence-changes': licenceChanges,
  '0010-paying': paying,
  '0011-webhooks': webhooks,
  '0012-orders-by-paid-at': ordersByPaidAt,
  '0014-desk': desk,
  '0015-search': search,
  '0016-books': books,
  '0017-statements': statements,
  '0018-desk-at-size': deskAtSize,
  '0019-find-quotes': findQuotes,
  '0020-find-by-newest': findByNewest,
  '0021-whose-lines': whoseLines,
  '0022-quotes-by-code': quotesByCode,
  '0023-keyed-acts': keyedActs,
  '0025-updates-of-replaced-keys': updatesOfReplacedKeys,
  '0026-keys-of-moves': keysOfMoves,
  '0027-withdrawn-quotes': withdrawnQuotes,
  '0028-narrow-tokens': narrowTokens,
  '0029-corrections': corrections,
  '0030-later-news': laterNews,
  '0031-refund-failures': refundFailures,
  '0032-refusals': refusals,
  '0033-receivers': receivers,
}
