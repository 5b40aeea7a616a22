import { z } from 'zod'
import { isAbn } from '../buyer/abn.ts'
import { addressSchemas } from '../buyer/address-schemas.ts'
import { isNzbn } from '../buyer/nzbn.ts'
import { businessNumberMax, tidyNumber } from '../buyer/tidy-number.ts'
import { tidyVatId } from '../buyer/vat-id.ts'
import { emailSchema, exactText, line, required, verificationSchema } from '../text/text-fields.ts'

export const linkRequestSchema = z.object(
  { email: emailSchema, verification: verificationSchema },
  { error: 'The body must be an object.' },
)

export const releaseSchema = z.object({ activationId: exactText(64, 'Name the machine.') })

export const keepKeySchema = z.boolean().default(false).meta({
  description:
    'Keeps the key. Without it the move makes a new one, mailed to the new address, and the old one answers `licence_key_replaced`. Taking a move back always makes a new one.',
})

/** `all` selects every active licence of the address. */
export const moveSchema = z.object({
  email: emailSchema,
  all: z.boolean().default(false),
  keepKey: keepKeySchema,
})

/** Null clears the member, as an empty text does. */
const clearable = (max: number) =>
  line(max, 'This must be text.')
    .nullish()
    .transform((text) => (text === null ? '' : text))

/** An omitted member stays as the order has it. */
export const buyerSchema = z.object({
  name: required(100, 'Enter a name.'),
  companyName: clearable(200),
  abn: clearable(businessNumberMax)
    .transform((abn) => abn && (tidyNumber(abn) || abn))
    .refine(
      (abn) => !abn || isAbn(abn),
      'No ABN has these digits. Compare them with your records, or leave it empty.',
    ),
  nzbn: line(businessNumberMax, 'This must be text.')
    .optional()
    .transform((nzbn) => nzbn && (tidyNumber(nzbn) || nzbn))
    .refine(
      (nzbn) => !nzbn || isNzbn(nzbn),
      'No NZBN has these digits. Compare them with your records, or leave it empty.',
    ),
  /** Its format depends on the order's country. */
  vatId: line(30, 'This must be text.')
    .optional()
    .transform((vatId) => vatId && tidyVatId(vatId)),
  purchaseOrder: clearable(60),
  ...addressSchemas((max) => line(max, 'This must be text.').optional()),
})

export type BuyerCorrection = z.output<typeof buyerSchema>
