import { expect, test } from 'vitest'
import { foldWords } from '../../../runtime/fold.ts'
import { anyCandidate, linesOf } from '../../../testing/support/any-candidate.ts'
import { type Mutant, mutantsOf } from '../../../testing/support/mutants.ts'
import { matchLines } from './match.ts'

const matching = mutantsOf('server/desk/statement/match', [
  'match.ts',
  'find-orders.ts',
  'names.ts',
  'purchase-orders.ts',
  'references.ts',
  'tokens.ts',
])

const others = ['2026-000003', '2026-000011', '2026-000025', '2026-000026', '2026-000027', '2026-000035']
const paid = { outstanding: 0, total: 22_900 }
const orders = [
  anyCandidate({
    number: '2026-000275',
    invoices: ['INV-000351'],
    names: ['Søren Müller', 'O’Brien Studio'],
    purchaseOrder: '20261125',
    emails: ['ada@example.com'],
  }),
  anyCandidate({ number: '2026-000271', invoices: ['INV-000346'], names: ['Li Wu'] }),
  ...others.map((number, index) => anyCandidate({ number, invoices: [`INV-00004${index}`], names: ['Bo'] })),
  anyCandidate({ ...paid, number: '2026-000100', invoices: ['INV-000100'], isRefunded: true }),
  anyCandidate({ ...paid, number: '2026-000101', invoices: ['INV-000101'] }),
]
const [whole, both] = [22_900, 45_800]

/** Each text with its amount, and what is said of it. */
const texts: [text: string, amount: number, said: string][] = [
  ['order 2026-000275', whole, 'matched 2026-000275'],
  ['ROSTRUM2026-000275', whole, 'matched 2026-000275'],
  ['2026 000 275', whole, 'matched 2026-000275'],
  ['2O26-OOO275', whole, 'matched 2026-000275'],
  ['EREF+2026-000275SVWZ', whole, 'matched 2026-000275'],
  ['invoice no. 351', whole, 'matched 2026-000275'],
  ['INV-000351', whole, 'matched 2026-000275'],
  ['#351', whole, 'matched 2026-000275'],
  ['order 2026-000275', 22_800, 'wrong_amount 2026-000275'],
  ['INV 351/346', both, 'several 2026-000275 2026-000271 split'],
  ['INV-00035', whole, 'proposed 2026-000275'],
  ['2026-0002', whole, 'several 2026-000275 2026-000271'],
  ['order 27', whole, 'several 2026-000027 2026-000275 2026-000271'],
  ['2026 27 MAIN ST', whole, 'proposed 2026-000027'],
  ['UNIT NO 27', whole, 'proposed 2026-000027'],
  ['SOREN MUELLER', whole, 'proposed 2026-000275'],
  ['O BRIEN', whole, 'proposed 2026-000275'],
  ['LI WU', whole, 'proposed 2026-000271'],
  ['LI CHEN', whole, 'none'],
  ['ADA EXAMPLE.COM ada example com', whole, 'proposed 2026-000275'],
  ['INV 351/346', whole, 'several 2026-000275 2026-000271'],
  ['ROSTRUM 2026-00027', whole, 'several 2026-000275 2026-000271 2026-000027'],
  ['BO CHEN', whole, 'none'],
  ['2026-11-25', whole, 'none'],
  ['2026 11 25', whole, 'none'],
  ['25 11 2026 27 MAIN ST', whole, 'none'],
  ['ORDER 25 NOV', whole, 'none'],
  ['ORDER 25/11', whole, 'none'],
  ['ORDER 11 PM', whole, 'none'],
  ['25/11/2026 3 MONTHS', whole, 'none'],
  ['24-11-2026 27 MAIN ST', whole, 'none'],
  ['25 NOV 2026 27', whole, 'none'],
  ['NOV 2026 27', whole, 'none'],
  ['2026-11 subscription', whole, 'none'],
  ['11/2026 27', whole, 'none'],
  ['20261125', whole, 'none'],
  ['ORDER 11:25', whole, 'none'],
  ['ORDER 27.00', whole, 'none'],
  ['ORDER $27', whole, 'none'],
  ['ORDER 27 AUD', whole, 'none'],
  ['CARD 2026-000027', whole, 'none'],
  ['ORDER 062-000 12345678', whole, 'none'],
  ['DE89 2026 0000 2700 0351 00', whole, 'none'],
  ['2026 0000 2700 0351', whole, 'none'],
  ['STANDING ORDER 27', whole, 'none'],
  ['P/ORDER 27', whole, 'proposed 2026-000027'],
  ['P/ORDER 2026-275', whole, 'proposed 2026-000275'],
  ['P O ORDER 275', whole, 'proposed 2026-000275'],
  ['P O INVOICE 351', whole, 'matched 2026-000275'],
  ['JOB ORDER 271', whole, 'proposed 2026-000271'],
  ['X #351', whole, 'proposed 2026-000275'],
  ['MULLER S #351', whole, 'matched 2026-000275'],
  ['2026-0002 71', whole, 'several 2026-000271 2026-000275'],
  ['Q4 2026', whole, 'none'],
  ['2026-0002751', whole, 'none'],
  [
    'ORDER 26',
    whole,
    `several 2026-000026 2026-000275 2026-000271 ${others.filter((each) => each !== '2026-000026').join(' ')}`,
  ],
  ['ORDER 26, BO', whole, 'matched 2026-000026'],
  ['ORDER 26-000275', whole, 'proposed 2026-000275'],
  ['INV 351-26', whole, 'proposed 2026-000275'],
  ['INV 351A', whole, 'proposed 2026-000275'],
  ['INV 351/999', whole, 'proposed 2026-000275'],
  ['REFUND 2026-000100', -whole, 'none 2026-000100'],
  ['2026-000275', -whole, 'none'],
  ['invoice 100', -whole, 'none 2026-000100'],
  ['2026-000101', -whole, 'none 2026-000101'],
  ['invoice 101', -whole, 'none'],
  ['Refund of invoice 101', -whole, 'none 2026-000101'],
  ['Refund of invoice 351', whole, 'proposed 2026-000275'],
  ['Gutschrift invoice 351', whole, 'matched 2026-000275'],
]

/** The patterns of one kind of token. */
const patternsOf = (kind: string) =>
  matching.within(
    'tokens.ts',
    new RegExp(`\\n {4}'${kind}',\\n[\\s\\S]*?\\n {4}\\]`, 'g'),
    /\n {6}String[^\n]*/,
    '',
  )

const mutants = [
  ...patternsOf('date'),
  ...patternsOf('time'),
  ...matching.instead('tokens.ts', '{0,3}\\d{6}(?!\\d)', '{0,3}\\d{5,6}(?!\\d)', '{0,3}\\d{6}'),
  ...matching.instead('tokens.ts', "run.replace(/o/gi, '0')", 'run'),
  ...matching.instead('tokens.ts', '(?<![\\p{L}\\d])\\+', '\\+'),
  ...matching.instead('references.ts', "digits.startsWith('0') && digits.length < 6", 'false'),
  ...matching.instead('references.ts', "digits.startsWith('0') ? 'cut' : 'loose'", "'full'", "'loose'"),
  ...matching.instead('references.ts', 'digits.length !== 6', 'true'),
  ...matching.instead('references.ts', "word === 'order' && yearly.kind", 'yearly.kind'),
  ...matching.instead('references.ts', ' && !isDoubtful', ''),
  ...matching.instead('references.ts', 'foreignOrder.test(lower(at - 1))', 'false'),
  ...matching.instead('references.ts', 'doubtfulOrder.test(lower(at - 1))', 'false'),
  ...matching.instead('references.ts', 'isSpelled(at - 1)', 'false'),
  ...matching.instead('references.ts', 'isGluedLetter(at - 1)', 'false'),
  ...matching.instead(
    'find-orders.ts',
    'form.length === 1 && initials.has(form)',
    'form.length === 1',
    'false',
  ),
  ...matching.instead('references.ts', "after?.kind === 'word' ? between === '' :", ''),
  ...matching.instead('references.ts', 'between.length <= 3', 'false'),
  ...matching.instead('references.ts', 'if (short) return', 'if (false) return'),
  ...matching.instead('references.ts', "isListed ? 'next' : ", ''),
  ...matching.instead('references.ts', '/^\\s?[/,+&]\\s?$/', '/^$/'),
  ...matching.instead(
    'find-orders.ts',
    "(kind === 'full' || kind === 'alone') && digits.length < 6",
    'false',
  ),
  ...matching.instead('find-orders.ts', '!/[\\p{L}\\d]/u.test(text.slice(said[1]))', 'false', 'true'),
  ...matching.instead(
    'find-orders.ts',
    'saysNoMore ? [only] : []',
    '[only].filter((each) => each !== undefined)',
    '[]',
  ),
  ...matching.instead('match.ts', 'order.outstanding !== line.amount', 'false'),
  ...matching.instead('match.ts', 'payable.length < 2 || sum !== line.amount', 'payable.length < 2', 'true'),
  ...matching.instead('match.ts', ' && !isRefund)', ')'),
  ...matching.instead('match.ts', 'found.order.isRefunded || ', ''),
  ...matching.instead(
    'match.ts',
    '|| isRefund || isWhole(found)',
    '',
    '|| isRefund',
    '|| isWhole(found)',
    '|| true',
  ),
  ...matching.instead('match.ts', ' && !isWaiting(found)', ''),
  ...matching.instead('names.ts', 'own.length > 1 && ', ''),
  ...matching.instead('names.ts', 'own.every(', 'own.some('),
]

test('there are mutants of each rule', () => {
  expect(patternsOf('date')).toHaveLength(8)
  expect(patternsOf('time')).toHaveLength(2)
})

test('the texts are read as they say', () => {
  expect(texts.map(([text, amount]) => [text, amount, describe(matchLines, text, amount)])).toEqual(texts)
})

test.each(mutants)('a text is read otherwise when $name', async (mutant) => {
  const mutated = (await matching.load(mutant)) as { matchLines: typeof matchLines }
  expect(texts.some(([text, amount, said]) => describe(mutated.matchLines, text, amount) !== said)).toBe(true)
})

function describe(match: typeof matchLines, text: string, amount: number): string {
  const [found] = match(linesOf([text], [amount]), orders)
  return [found?.state, ...(found?.orders ?? []), ...(found?.split ? ['split'] : [])].join(' ')
}

const folding = mutantsOf('server/runtime', ['fold.ts'])

const words: [text: string, spellings: string][] = [
  ['Ærø', 'aero aeroe'],
  ['œuvre', 'oeuvre'],
  ['Straße STRAẞE', 'strasse, strasse'],
  ['Łukasz', 'lukasz'],
  ['Đorđe', 'dorde'],
  ['Işık', 'isik'],
  ['Bjørn', 'bjorn bjoern'],
  ['März', 'marz maerz'],
  ['Köln', 'koln koeln'],
  ['Mu\u0308ller', 'muller mueller'],
  ['Åse', 'ase aase'],
  ["O'Brien O’Brien O‘Brien O`Brien O´Brien", 'obrien, obrien, obrien, obrien, obrien'],
  ['Noëlle ﬁ ½', 'noelle, fi, 1, 2'],
]

const foldMutants: Mutant[] = [
  ...folding.within('fold.ts', /spellings[^=]*=[\s\S]*?\n\]/g, /\n {2}\[.*\],/, ''),
  ...folding.within('fold.ts', /apostrophes = \[.*\]/g, /['"`´‘’]{3},?/, ''),
  ...folding.instead('fold.ts', 'second = text', 'second = ""'),
  ...folding.instead('fold.ts', ".replace(joined, '')", ''),
  ...folding.instead('fold.ts', ".normalize('NFKC')", ''),
  ...folding.instead('fold.ts', '.toLowerCase()', ''),
  ...folding.instead('fold.ts', ".replace(/\\p{Mn}/gu, '')", ''),
]

test('words are folded as they say', () => {
  expect(words.map(([text]) => [text, spell(foldWords, text)])).toEqual(words)
  expect(foldMutants.length).toBeGreaterThan(20)
})

test.each(foldMutants)('a word is folded otherwise when $name', async (mutant) => {
  const mutated = (await folding.load(mutant)) as { foldWords: typeof foldWords }
  expect(words.some(([text, spellings]) => spell(mutated.foldWords, text) !== spellings)).toBe(true)
})

function spell(fold: typeof foldWords, text: string): string {
  return fold(text)
    .map((forms) => forms.join(' '))
    .join(', ')
}
