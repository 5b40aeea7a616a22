import { expect, test } from 'vitest'
import type { z } from 'zod'
import { quoteRequestSchema } from '../licensing/changes.ts'
import { deactivationRequestSchema } from '../licensing/requests.ts'
import { namedCustomerSchema } from '../orders/checkout.ts'
import { newCodeSchema } from '../pricing/codes.ts'
import { toFieldErrors } from './field-errors.ts'

test.each<[string, z.ZodType, unknown, string[]]>([
  ['none of two fields', deactivationRequestSchema, {}, ['/licenceKey', '/machineId']],
  ['a wrong one of two', deactivationRequestSchema, { machineId: 'x' }, ['/licenceKey', '/machineId']],
  [
    'a number that depends on the country',
    namedCustomerSchema,
    { name: 'Jo', email: 'jo', country: 'DE', vatId: 'DE1' },
    ['/email', '/vatId'],
  ],
  [
    'a number beside a country that is wrong itself',
    namedCustomerSchema,
    { name: 'Jo', email: 'jo@example.com', country: 'de', vatId: 'DE1' },
    ['/country'],
  ],
  [
    'a change beside no licence',
    quoteRequestSchema,
    { change: { renew: 0 } },
    ['/change/renew', '/licenceKey'],
  ],
  [
    'both of two fields, and days in the wrong order',
    newCodeSchema,
    { code: 'x', percent: 1, amount: 1, from: '2027-01-02', to: '2027-01-01' },
    ['/code', '/percent', '/to'],
  ],
  ['no object', deactivationRequestSchema, 7, ['']],
])('%s is named beside every other error', (_name, schema, body, pointers) => {
  const { error } = schema.safeParse(body)
  expect(error && toFieldErrors(error).map(({ pointer }) => pointer)).toEqual(pointers)
})
