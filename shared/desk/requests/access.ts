import { z } from 'zod'
import { emailSchema, text, verificationSchema } from '../../text/text-fields.ts'
import { addedRoleSchema } from '../roles.ts'
import { askedFor, given, notAnObject } from './fields.ts'

export const deskLinkSchema = z.object(
  {
    email: emailSchema,
    /** The page of the desk to open after sign-in. */
    to: given(text(1000, 'This must be text.').regex(/^\/desk(?:\/[!-~]*)?$/, 'Name a page of the desk.')),
    verification: verificationSchema,
  },
  notAnObject,
)

/** The confirmation that ends a session or token. */
export const endAccessQuerySchema = z.object({ confirm: askedFor })

export const addMemberSchema = z.object(
  { email: emailSchema, role: z.enum(addedRoleSchema.options, 'Choose support or books.') },
  notAnObject,
)
