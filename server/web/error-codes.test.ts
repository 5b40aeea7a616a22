import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCodes } from '#shared/http/error-codes.ts'

test('server/README.md lists every error code with its status and its meaning', () => {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
  )
  const table = ['| Code | Status | Meaning |', '|---|---|---|', ...rows].join('\n')
  expect(readFileSync('server/README.md', 'utf8')).toContain(`\n\n${table}\n\n`)
})
