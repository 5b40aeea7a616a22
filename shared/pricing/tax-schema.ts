import { z } from 'zod'
import { countryCodes } from '../buyer/countries.ts'
import { exactObject } from '../http/exact-object.ts'

/** The tax that prices include. GST has `divisor: 11`; other taxes have a `rate` on the net price, [15, 100] for 15 %. */
export const taxSchema = exactObject({
  name: z.string().trim().min(1),
  divisor: z.literal(11, 'GST is an eleventh: 11').optional(),
  rate: z.tuple([z.int().positive(), z.int().positive()], 'a rate reads [15, 100]').optional(),
  included: z.literal(true, 'prices include the tax: true').optional(),
  country: z.enum(countryCodes, 'a country reads NZ').optional(),
})
  .refine(
    ({ divisor, rate, country }) => (divisor === undefined) === (rate !== undefined && country !== undefined),
    {
      message:
        'a tax reads { name: GST, divisor: 11 } or { name: GST, rate: [15, 100], included: true, country: NZ }',
    },
  )
  .nullable()
