import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'

test.each([
  [['doctr'], 'There is no command "doctr". Is "doctor" meant?\n'],
  [['doctr', '--json'], '{"error":"There is no command \\"doctr\\". Is \\"doctor\\" meant?"}\n'],
  [['db', 'bakcup'], 'There is no command "db bakcup". Is "db backup" meant?\n'],
  [['db'], 'There is no command "db". There is: db migrate, db backup, db verify, db restore.\n'],
  [['frob', '--help'], expect.stringMatching(/^There is no command "frob"\. There is: books, codes, /)],
])('%j is refused on standard error, with what is there', async (words, stderr) => {
  expect(await runAdmin({}, ...words)).toEqual({ status: 2, stdout: '', stderr })
})

test.each([
  [[], 'doctor [--json]'],
  [['--help'], 'doctor [--json]'],
  [['-h'], 'doctor [--json]'],
  [['help'], 'doctor [--json]'],
  [['db', '--help'], 'db verify FILE'],
  [['db', 'help'], 'db verify FILE'],
  [['db', 'verify', '--help'], 'db verify FILE'],
])('%j explains the commands', async (words, usage) => {
  expect(await runAdmin({}, ...words)).toEqual({
    status: 0,
    stdout: expect.stringContaining(usage),
    stderr: '',
  })
})
