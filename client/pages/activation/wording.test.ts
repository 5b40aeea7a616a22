import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const texts = [
  'content/**/*.{md,yml}',
  'client/**/*.tsx',
  'client/pages/{activation,licences}/*.ts',
  'server/{shop,licences,people}/mails/*.ts',
  'server/licences/licensing/refusals.ts',
]

const otherWords =
  /\b(releas(e|ed|ing)|fre(e|ed|eing)( up)?|unlink|remov(e|ed|ing)|detach|disconnect|turn off|sign out|log out) (\w+ ){0,3}(machine|seat|computer)s?\b|\bmachines? (is|are|was|were) (released|freed|removed|detached)\b/i

test.each(['release one of its machines', 'Free a seat', 'freeing the old machine', 'A machine was removed'])(
  '“%s” is another word for deactivating',
  (text) => expect(text).toMatch(otherWords),
)

test('customers’ pages, mails and refusals have one word for freeing a machine: deactivate', () => {
  const files = globSync(texts).filter((file) => !/\.test\.|^client\/desk\//.test(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => otherWords.exec(readFileSync(file, 'utf8'))?.[0] ?? [])
  expect(found).toEqual([])
})
