import fc from 'fast-check'
import { contactFieldNames } from '#shared/contact/contact.ts'
import { actNames } from '#shared/licensing/acts.ts'
import { namedCustomerSchema } from '#shared/orders/checkout.ts'
import { anyCharacter } from '#shared/testing/any-character.ts'
import { hostileText } from './hostile-text.ts'
import type { OwnIds } from './seed-customer.ts'

/** Generates forms of customers, or bodies of any kind. */
export function generateContent(own: OwnIds): fc.Arbitrary<{ type: string; body: string }> {
  const form = fc.constant('application/x-www-form-urlencoded')
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: form, body: formBody(own) }) },
    { weight: 2, arbitrary: fc.record({ type: anyType, body: anyBody }) },
  )
}

const anyType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-7',
  ';',
)

const anyBody = fc.oneof(
  fc.json(),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.constant('x'.repeat(70_000)),
  fc.constant(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
)

/** Field names of all forms, and unknown ones. */
const fieldNames = new Set([
  ...Object.keys(namedCustomerSchema.shape),
  ...contactFieldNames,
  ...['intent', 'licenceKey', 'machineId', 'website', 'all', 'token', 'a[b]'],
])

function formBody(own: OwnIds): fc.Arbitrary<string> {
  const fields = fc.constantFrom(...fieldNames)
  const act = {
    act: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<string>(...actNames) },
      { weight: 1, arbitrary: hostileText },
    ),
    id: fc.oneof(fc.constantFrom(...own.licences, ...own.orders), hostileText),
    activationId: fc.oneof(fc.constantFrom(...own.activations), hostileText),
    email: fc.constantFrom('grace@example.com', 'ada@example.com', ''),
    name: fc.oneof(fc.constant('Ada'), hostileText),
  }
  return fc
    .tuple(fc.dictionary(fields, hostileText), fc.record(act, { requiredKeys: [] }))
    .map(([others, known]) =>
      new URLSearchParams(
        Object.entries({ ...others, ...known }).map(([name, value]) => [name, value.toWellFormed()]),
      ).toString(),
    )
}
