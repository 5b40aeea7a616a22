import { createHash } from 'node:crypto'
import type { Tree, TreeNode } from '#shared/content/content-tree.ts'
import { textOf } from '../../content/markdown/tree.ts'
import type { AppContext } from '../../context.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'

/** The terms that a buyer accepts, one paragraph per line. */
export type Terms = { sha256: string; text: string }

type Library = AppContext['library']
type Store = Library['store']

const cache = new WeakMap<Store, { revision: string; terms: Promise<Terms> }>()

/** Reads the site's current terms. */
export function readTerms({ store }: Library): Promise<Terms> {
  const { revision } = store
  const known = cache.get(store)
  if (known && known.revision === revision) return known.terms
  const terms = read(store)
  cache.set(store, { revision, terms })
  return terms
}

/** Call it in the transaction that places the order. Stores equal terms once. */
export async function keepTerms(trx: Trx, { sha256, text }: Terms, now: Date): Promise<void> {
  await trx
    .insertInto('accepted_terms')
    .values({ sha256, text, first_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

export async function findTerms(db: Db, sha256: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('accepted_terms')
    .select('text')
    .where('sha256', '=', sha256 ?? '')
    .executeTakeFirst()
  return row?.text ?? null
}

async function read(store: Store): Promise<Terms> {
  // A site without terms still sells.
  const document = (await store.query('/legal/terms', {}).catch(() => null)) as LegalPage | null
  const text = document ? [document.title, ...document.body.children.flatMap(linesOf)].join('\n') : ''
  return { sha256: createHash('sha256').update(text).digest('hex'), text }
}

type LegalPage = { title: string; body: Tree }

/** List items and table rows become separate lines. */
function linesOf(node: TreeNode): string[] {
  if (node.type === 'text') return node.value.trim() === '' ? [] : [node.value.trim()]
  if (['ul', 'ol', 'table', 'thead', 'tbody', 'div'].includes(node.tag)) return node.children.flatMap(linesOf)
  const text = textOf(node).trim()
  return text === '' ? [] : [node.tag === 'li' ? `– ${text}` : text]
}
