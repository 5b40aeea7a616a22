import { expect, test } from 'vitest'
import { checkAct } from './check-act.ts'

const fields = [
  { name: 'name', required: true as const },
  { name: 'email', type: 'email' as const, required: true as const },
  { name: 'abn' },
]

function check(entered: Record<string, string>) {
  const data = new FormData()
  for (const [name, text] of Object.entries(entered)) data.set(name, text)
  return checkAct(fields, data)
}

test('names what is missing, and what has a typo', () => {
  expect(check({ name: ' ', email: '' })).toEqual({
    name: 'Enter a name.',
    email: 'Enter an email address.',
  })
  expect(check({ name: 'Ada', email: 'ada@example', abn: '51 824 753 557' })).toEqual({
    email: expect.stringContaining('missing its ending'),
    abn: expect.stringContaining('typo'),
  })
  expect(check({ name: 'Ada', email: 'ada@example.com', abn: '' })).toEqual({})
})
