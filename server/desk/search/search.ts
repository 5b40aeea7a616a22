import { type SearchAnswer, searchAnswerSchema, searchQuerySchema } from '#shared/desk/answers.ts'
import type { DeskAct } from '#shared/desk/roles.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import { documentNumber, isDocumentNumber, type Series } from '#shared/orders/numbers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { isEmail } from '#shared/text/email.ts'
import type { Data, Keys } from '../../context.ts'
import { read } from '../endpoints.ts'
import { cutFairly } from './cut-fairly.ts'
import { findCustomers } from './find-customers.ts'
import {
  findCodes,
  findLicences,
  findMessages,
  findNotes,
  findOrders,
  findQuotes,
  type NamedResult,
} from './find-kinds.ts'
import { wordsOf } from './match.ts'
import { plainDigits } from './plain-digits.ts'
import { mostOfAKind, readSearchInput, type SearchInput } from './search-input.ts'
import { toOrder } from './view-results.ts'

export const searchApi = [
  read(deskApiRoutes.search, {
    who: 'search',
    summary: 'Search by the beginnings of words',
    description:
      'Number, e-mail, name, company, purchase order, sum, any groups of a key, id, name in another program, machine, version, reference, words of messages, of their answers and of notes, those of quotes too. Three letters also stand for what is inside of a name.',
    input: searchQuerySchema,
    answer: searchAnswerSchema,
    run: ({ ctx, sender }, { q }) => search(ctx, q, sender),
  }),
]

const most = 50

/**
 * Sorts exact names and document numbers first, then by kind. Within a kind, whole words come before
 * beginnings, then parts of names, each newest first. Matches of a number or an address in the text come
 * before matches of all words. Matches of a word after "PO" or "ending" come last.
 * @param typed untrusted
 * @returns `more` names the kinds with further results
 */
export async function search(ctx: Data & Keys, typed: string, rights: Rights): Promise<SearchAnswer> {
  const text = plainDigits(typed)
  const found: NamedResult[] = []
  for (const each of new Set([...namedIn(text), ...documentsIn(text), text, ...calledIn(text)]))
    found.push(...(await findBest(ctx, each, rights)))
  const best = [...new Map(found.map((each) => [`${each.kind} ${each.id}`, each])).values()]
  const cut = cutFairly(best, { most, mostOfAKind })
  const isCut = ({ kind }: NamedResult) => countOf(best, kind) > countOf(cut, kind)
  return {
    results: cut.map(({ name: _, ...result }) => result),
    more: [...new Set(cut.filter(isCut).map(({ kind }) => kind))],
  }
}

/** A text may name this many objects by number or address. */
const mostNamed = 5

/** "Order 2026-000023, due" → "2026-000023"; "mailto:ada@example.com" → "ada@example.com" */
function namedIn(text: string): string[] {
  const pieces = text.split(/[\s,;:!?#/|"'“”‘’()<>[\]]+/).map((piece) => piece.replace(/\.$/, ''))
  return pieces.filter((piece) => isDocumentNumber(piece) || isEmail(piece)).slice(0, mostNamed)
}

/** Words that people write before the number of a document. */
const documentsCalled = new Map<string, Series>([
  ['invoice', 'invoice'],
  ['quote', 'quote'],
  ['receipt', 'receipt'],
  ['note', 'adjustment_note'],
])

/** "Tax invoice no. 405" → "INV-000405" */
function documentsIn(text: string): string[] {
  const { kind, name } = readCalled(text)
  const document = documentsCalled.get(kind)
  return document && /^\d+$/.test(name) ? [documentNumber(document, name)] : []
}

/** Names as the desk writes them: "PO SM-4471" → "SM-4471", "Solo, key ending 9BN3" → "9BN3". */
function calledIn(text: string): string[] {
  const { kind, name } = readCalled(text)
  const isNumber = ['order', 'po'].includes(kind) && /\d/.test(name)
  return isNumber || (kind === 'ending' && /^[A-Z\d]{4}$/i.test(name)) ? [name] : []
}

/** Splits off the last word and the kind named before it. */
function readCalled(text: string): { kind: string; name: string } {
  const words = text.split(/[\s:#]+/).map((word) => word.replace(/[.,?!]$/, ''))
  const [name = '', ...before] = words.filter(Boolean).toReversed()
  const [kind = ''] = before.map((word) => word.toLowerCase()).filter((word) => !fillers.includes(word))
  return { kind, name }
}

const fillers = ['no', 'nr', 'number']

async function findBest(ctx: Data & Keys, text: string, rights: Rights): Promise<NamedResult[]> {
  const input = await readSearchInput(ctx, text, { seesOrders: mayRead(rights, 'orders.read') })
  if (!input) return []
  const found = await findAll(ctx, input, (act) => mayRead(rights, act))
  const isNamed = ({ id, title, name = title }: NamedResult) =>
    input.numbered.includes(id) || withoutZeros(wordsOf(name)) === withoutZeros(input.words)
  return [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))]
}

async function findAll(
  ctx: Data & Keys,
  input: SearchInput,
  sees: (act: DeskAct) => boolean,
): Promise<NamedResult[]> {
  const orders = sees('orders.read') ? findOrders(ctx, input) : Promise.resolve([])
  const kinds: (Promise<NamedResult[]> | false)[] = [
    orders.then((rows) => rows.map(toOrder)),
    sees('orders.read') && findQuotes(ctx, input),
    sees('licences.read') && findLicences(ctx, input),
    sees('codes') && findCodes(ctx, input),
    orders.then((rows) => findCustomers(ctx.database.reader, rows, input.words)),
    sees('messages') && findMessages(ctx, input),
    sees('orders.read') && findNotes(ctx, input),
  ]
  return (await Promise.all(kinds)).flatMap((found) => found || [])
}

function countOf(found: NamedResult[], wanted: NamedResult['kind']): number {
  return found.filter(({ kind }) => kind === wanted).length
}

/** People leave out the zeros in "2026-000259". */
function withoutZeros(words: string[][]): string {
  return words.map(([word = '']) => word.replace(/^0+(?=\d)/, '')).join(' ')
}
