import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxStatementBytes } from '#shared/http/body-limit.ts'
import { runAdmin } from '../testing/support/admin.ts'

const dir = mkdtempSync(join(tmpdir(), 'bank-'))
const environment = { DATA_DIR: join(dir, 'data') }

test('a statement whose columns nobody can tell is shown, with the option to try', async () => {
  await runAdmin(environment, 'db', 'migrate')
  const file = join(dir, 'odd.csv')
  writeFileSync(file, '22/11/2026,A,1.00,,458.00\n21/11/2026,B,1.00,,2.00\n')
  const asked = await runAdmin(environment, 'statement', file)
  expect([asked.status, asked.stdout, asked.stderr.split('\n')]).toEqual([
    1,
    '',
    [
      'Which column is what? Nobody can tell from these rows.',
      '  22/11/2026 | A | 1.00 |  | 458.00',
      '  21/11/2026 | B | 1.00 |  | 2.00',
      expect.stringContaining('--delimiter, --encoding or --header'),
      expect.stringContaining('date, value_date, text, amount, debit'),
      expect.stringMatching(
        /^ {2}npm run admin -- statement \S+odd\.csv --columns date,text,\S+ --dates dmy --decimal \.$/,
      ),
      '',
    ],
  ])
  const command = /--columns (\S+)/.exec(asked.stderr)?.[1] ?? ''
  expect(command.split(',')).toHaveLength(5)
  expect(JSON.parse((await runAdmin(environment, 'statement', file, '--json')).stderr)).toMatchObject({
    error: 'Which column is what? Nobody can tell from these rows.',
    rows: [['22/11/2026', 'A', '1.00', '', '458.00'], expect.any(Array)],
    columns: expect.arrayContaining(['credit']),
  })
})

test('a bank’s file is no larger at the command line than at the desk', async () => {
  const file = join(dir, 'large.csv')
  writeFileSync(file, `Date,Text,Amount\n25/11/2026,${'x'.repeat(maxStatementBytes)},1.00\n`)
  expect(await runAdmin(environment, 'statement', file, '--new-account', 'Everyday')).toMatchObject({
    status: 1,
    stderr: `${file} is larger than 5 MiB. Export it in parts, such as a month each.\n`,
  })
})

test('the option to try names an account as a shell takes it', async () => {
  const file = join(dir, 'quoted.csv')
  writeFileSync(file, '22/11/2026,A,1.00,,458.00\n21/11/2026,B,1.00,,2.00\n')
  const { stderr } = await runAdmin(environment, 'statement', file, '--new-account', '"Pat’s" $10')
  expect(stderr).toContain(' --new-account "\\"Pat’s\\" \\$10" ')
})

test('a file or folder that isn’t as needed is named in plain words', async () => {
  const file = join(dir, 'file')
  writeFileSync(file, '')
  const said = async (...args: string[]) => (await runAdmin(environment, ...args)).stderr
  expect(await said('statement', '/nope')).toBe('There is no file or folder /nope.\n')
  expect(await said('statement', dir)).toBe(`${dir} is a folder, and a file is needed.\n`)
  expect(await said('import', dir)).toBe('This is a folder, and a file is needed.\n')
  expect(await said('content', 'check', '/nope')).toBe('/nope:1: There is no file or folder /nope.\n')
  expect(await said('db', 'backup', file)).toBe(`${file} isn’t a folder.\n`)
})
