import type { Column } from '#shared/desk/statement-decisions.ts'

/** Meanings of a column's name; if it has several, the cells decide. */
type Named = Column | 'account' | 'serial' | 'time'

const names: [Named, RegExp][] = [
  [
    'currency',
    /^(?:\w+ )?(?:currency|ccy|wahrung|waehrung|munt|devise|divisa|moneda|moeda|mena|waluta|valuutt?a|valiuta|devies)(?: code)?$/,
  ],
  ['status', /^(?:\w+ )?(?:status|state|zustand|tila|estado|stato)$/],
  ['balance', /balance|saldo|solde|zustatek|kontostand|running|^stan\b/],
  ['time', /^(?:\w+ )?(?:time|uhrzeit|hora|heure)$/],
  [
    'date',
    /date(?!n)|datum|dato|^data\b|fecha|paivays|paiva$|pvm|buchungstag|valuta|wertstellung|^(?:day|when|tag|dag|dia|completed|posted)$/,
  ],
  [
    'serial',
    /serial|sequence|unique|\bid\b|cheque|check (?:n|or)|volgnr|^(?:(?:s|sl|sr|lfd) (?:no|nr)|number|no|nr|line|row)$/,
  ],
  [
    'direction',
    /^(?:\w+ ){0,2}(?:dr ?cr|cr ?dr|d ?c|c ?d|s ?h|soll ?haben|af ?bij|in ?out|direction|sign|indicator|type|typ|kind)$/,
  ],
  [
    'account',
    /account|\bacct|bsb|sort code|konto(?:nummer|nr)|^konto$|auftragskonto|rekening|iban|compte|cuenta|^conta$|card n/,
  ],
  ['text', /narrat|descr|detail|memo|particular|reference|payee|text$|note|merchant/],
  [
    'debit',
    /debit|withdraw|^(?:dr|amount dr|dr am(?:oun)?t)$|\bout\b|outflow|soll|belastung|lastschrift|\bsorties?\b|uscite|addebiti|dare|cargo|^debe$|debet|^ut\b|obciazeni|spent/,
  ],
  [
    'credit',
    /credit|deposit|^(?:cr|amount cr|cr am(?:oun)?t)$|^(?:money |paid |amount )?in\b|\bin$|inflow|haben|gutschrift|entrate|accrediti|avere|abono|haber|kredit|^inn\b|uznani|received/,
  ],
  [
    'amount',
    /amount|value|betrag|bedrag|umsatz(?: in [a-z]{3})?$|montant|importo|importe|valor|belo[bp]|kwota|castka|objem|summa|maara|^total\b|^eur$|^aud$|^nzd$/,
  ],
]

/** Names of amounts other than the one that moved. */
const besides =
  /foreign|convers|convert|\b(?:orig|original|fees?|charges?|rate|tax|vat|gst|fx|locale?)\b|ursprung|fremd|gebuhr|frais|entgelt/

/** Names such as "Total amount (incl. VAT)". */
const including = /\bincl\w* (?:tax|vat|gst)\b/

const others =
  /counter|other|payee|payer|partner|gegen|tegen|beneficiary|begunstig|zahlung|recipient|sender|^to\b|^from\b|tegenpartij|contra|op /

const bookingDays = /^post(?:ed|ing)?\b|book|buch/
/** Names of value dates, which banks list beside the booking date. */
const laterDays = /val|arvo|rente|wert|effective|start|authori|trade|purchase|interest/

export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** @returns null for any other name, whose cells count as text */
export function nameOf(header: string): Named | null {
  if (header.trim() === '#') return 'serial'
  const name = fold(header)
  const isBoth = /debit|debet/.test(name) && /credit|kredit/.test(name)
  const both = /amount|betrag/.test(name) ? 'amount' : 'direction'
  const found = isBoth ? both : (names.find(([, pattern]) => pattern.test(name))?.[0] ?? null)
  if (found === 'account' && others.test(name)) return null
  return besides.test(name.replace(including, '')) && found !== 'date' && found !== 'text' && found !== null
    ? 'serial'
    : found
}

/** @returns a rank, lowest for the booking date */
export function rankOfDay(header: string): number {
  const name = fold(header)
  return bookingDays.test(name) ? 0 : laterDays.test(name) ? 2 : 1
}

const out =
  'dr d debit dbit s soll af out outflow - o withdrawal debet uit sortie cargo dare paid-out money-out ausgang'
const came =
  'cr c credit crdt h haben bij in inflow + i deposit kredit k entree abono avere paid-in money-in eingang'
const senses = new Map<string, -1 | 1>([
  ...out.split(' ').map((word) => [word.replace('-', word === '-' ? '-' : ' '), -1] as const),
  ...came.split(' ').map((word) => [word.replace('-', ' '), 1] as const),
])

const wordOf = (cell: string) => cell.trim().toLowerCase().replace(/[−–]/, '-')

/** Whether a cell is only a word of direction, such as "DR". */
export const isDirection = (cell: string) => senses.has(wordOf(cell))

/** @returns -1 for money out, 1 for money in, null for other words */
export function senseOf(cell: string): -1 | 1 | null {
  const word = wordOf(cell)
  const known = senses.get(word)
  if (known) return known
  const isOut = /\b(?:debit|withdrawal|outgoing|outward|sent)\b|\bout$/.test(word)
  const isIn = /\b(?:credit|deposit|incoming|inward|received)\b|\bin$/.test(word)
  const isTurned = turned.test(word) || (isIn && /\bout(?:going|ward)?\b/.test(word))
  return isOut === isIn || isTurned ? null : isOut ? -1 : 1
}

/** Reversals, such as "Reversal of direct credit" and "Payment sent back". */
const turned = /\b(?:revers|return|dishono|cancel|reject|unpaid|bounc|back\b|not\b)/

/** Words for money that the bank holds back. */
const held =
  /pending|vorgemerkt|ausstehend|en attente|en cours|pendiente|pendente|in sospeso|in attesa|in behandeling|venter|reserv(?:ed|iert|ado|erat|eerd|e\b)|authori[sz]|unclear|uncollect|processing|in progress|on hold|\bheld\b|scheduled|declin|fail|reject|rejet|revert|cancel|annul|anulad|rechazad|rifiutat|refus|storniert|abgelehnt|geweigerd|slettet|a[fv]vist|not (?:yet )?(?:booked|cleared|posted)|^(?:pdng|info|futr)$/i
const stands =
  /^(?:booked|(?:umsatz )?gebucht|posted|completed?|cleared|settled|processed|success(?:ful)?|done|final|ok|book|executed|paid|)$/i

export const isHeldBack = (status: string) => held.test(status)
export const isUnknownStatus = (status: string) => !held.test(status) && !stands.test(status.trim())

/** Needs a known status in one cell, since texts may contain such words: "Authorised by Smith". */
export const areStatuses = (cells: string[]) =>
  cells.every((cell) => !isUnknownStatus(cell)) && cells.some((cell) => stands.test(cell))
