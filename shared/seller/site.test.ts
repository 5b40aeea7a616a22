import { expect, test } from 'vitest'
import { siteSchema } from './site.ts'

const company = {
  name: 'Company Pty Ltd',
  email: 'shop@company.example',
  timeZone: 'Australia/Sydney',
  since: 2018,
}

const issuesOf = (abn: string) =>
  siteSchema.shape.company
    .safeParse({ ...company, abn })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test.each(['51 824 753 556', '00 000 000 000'])('the company may have the ABN %s', (abn) => {
  expect(issuesOf(abn)).toEqual([])
})

test.each(['12 345 678 901', '51 824 753 557', '00 000 000 001'])(
  'the company’s ABN %s has a typo, as in its long form',
  (abn) => {
    expect(issuesOf(abn)).toEqual(['abn: this ABN has a typo: its check digits don’t fit'])
  },
)
