import { expect, test } from 'vitest'
import type { Chosen, Decisions } from '#shared/desk/statement-decisions.ts'
import { type Remembered, type StoredLayout, toRemember } from './decisions.ts'
import { type ReadFile, readBankFile } from './read-file.ts'

type Read = Extract<ReadFile, { days: unknown }>
type Refused = Extract<ReadFile, { line: number }>

const read = (text: string | Buffer, chosen: Chosen | null, remembered: Remembered | null = null) =>
  readBankFile({
    bytes: Buffer.from(text as string),
    chosen,
    remembered,
    asksColumns: true,
    timeZone: 'UTC',
    today: '2026-11-30',
  })

/** As a person who corrects the first look and confirms the second, and then books. */
async function correct(text: string | Buffer, chosen: Chosen): Promise<Remembered> {
  const { question } = (await read(text, chosen)) as Refused
  const columns = question?.guess ?? []
  const { csv } = (await read(text, { ...chosen, columns })) as Read
  return toRemember(csv?.decisions as Decisions, csv?.layout as StoredLayout)
}

const mac = (name: string) =>
  Buffer.concat([Buffer.from(`Date,Amount,Text\n22/11/2026,-1.00,${name}`), Buffer.from('8e0a', 'hex')])

test.each<[keyof Chosen, Chosen, string | Buffer, string | Buffer, string]>([
  [
    'header',
    { header: 'yes' },
    'When;What;2026\n22/11/2026;A;1.00\n23/11/2026;B;-2.00\n',
    'When;What;2026\n24/11/2026;C;3.00\n',
    'C',
  ],
  [
    'header',
    { header: 'no' },
    'one;two;three\n22/11/2026;A;1.00\n23/11/2026;B;-2.00\n',
    'four;five;six\n24/11/2026;C;3.00\n',
    'C',
  ],
  [
    'delimiter',
    { delimiter: 'comma' },
    '21/11/2026,-3.00,X;22/11/2026;1.00;A\n',
    '23/11/2026,-4.00,Y;22/11/2026;1.00;B\n',
    'Y;22/11/2026;1.00;B',
  ],
  ['encoding', { encoding: 'macintosh' }, mac('Caf'), mac('Th'), 'Thé'],
  [
    'currency',
    { currency: 'EUR' },
    'Date,Amount,Text\n22/11/2026,-1.00,A\n',
    'Date,Amount,Text\n23/11/2026,-1.00,B\n',
    'B',
  ],
])('a corrected %s is remembered for the bank’s next file', async (part, chosen, first, next, text) => {
  const remembered = await correct(first, chosen)
  expect(remembered.decisions).toMatchObject(chosen)
  const file = (await read(next, null, remembered)) as Read
  expect(file.texts).toEqual([text])
  expect(file.csv?.decisions).toMatchObject(chosen)
  expect(file.currencies).toEqual([part === 'currency' ? 'EUR' : null])
})

test('how a file is written is remembered only if somebody said so against the file', async () => {
  const { decisions } = await correct('Date;Amount;Text\n22/11/2026;-1.00;A\n', {
    delimiter: 'semicolon',
    header: 'yes',
  })
  expect(Object.keys(decisions)).not.toContain('delimiter')
  expect(Object.keys(decisions)).not.toContain('header')
  const bank = await correct('Date,Amount,Text\n22/11/2026,-1.00,A\n', { currency: 'EUR' })
  const told = 'Date,Amount,Text\n22/11/2026,-1.00,A\n23/11/2026,US$2.00,B\n'
  expect(await read(told, null, bank)).toMatchObject({ currencies: ['EUR', 'USD'] })
  const corrected = await correct(mac('Caf'), { encoding: 'macintosh' })
  const unicode = 'Date,Amount,Text\n22/11/2026,-1.00,Café\n'
  expect(await read(unicode, null, corrected)).toMatchObject({ texts: ['Café'] })
  const other = 'Day|Sum|Words\n22/11/2026|-1.00|A\n'
  const semicolons = await correct('21/11/2026,-3.00,X;22/11/2026;1.00;A\n', { delimiter: 'comma' })
  expect(await read(other, { columns: ['date', 'amount', 'text'] }, semicolons)).toMatchObject({
    texts: ['A'],
  })
})

test.each<Chosen>([
  { encoding: 'utf-16le' },
  { delimiter: 'pipe' },
  { encoding: 'utf-16be', delimiter: 'tab' },
])('%j reads nothing here, and is asked about with rows that are read', async (chosen) => {
  const answer = await read('Date;Amount;Text\n22/11/2026;-1.00;A\n', { ...chosen, columns: ['text'] })
  expect(answer).toMatchObject({
    detail: expect.stringMatching(/^It can’t be read this way\. (?!.*Export)/),
    question: { guess: ['date', 'amount', 'text'], encoding: 'utf-8', delimiter: 'semicolon' },
  })
})

test('what no encoding changes is refused, whatever is said', async () => {
  for (const text of ['%PDF-1.7', '!Type:Bank\nD22/11/2026\n'])
    expect(await read(text, { encoding: 'windows-1252' })).toMatchObject({ question: null })
})

test('days without a year are of the year that a person says', async () => {
  const text = 'Date,Amount,Text\n28 Dec,-1.00,A\n3 Jan,2.00,B\n29 Feb,2.00,C\n'
  const asked = (await read(text, null)) as Refused
  const { of, ways } = asked.question?.readings[0] ?? {}
  expect([of, ways?.[0]]).toEqual(['until', { value: '2026-12-31', reads: '28 December 2026' }])
  const columns = ['date', 'amount', 'text'] as Chosen['columns']
  expect(await read(text, { columns, until: '2028-03-31' })).toMatchObject({
    days: ['2027-12-28', '2028-01-03', '2028-02-29'],
    decided: expect.arrayContaining(['Days without a year come before 1 April 2028.']),
  })
})
