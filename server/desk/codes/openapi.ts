import { z } from 'zod'
import { newCodeSchema } from '#shared/codes.ts'
import { codeSchema } from '#shared/desk/code-answers.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import { type ApiDescription, json } from '../../openapi/description.ts'
import { once, read } from '../describe.ts'

const acted = json(z.object({ code: codeSchema }))

export const codesApi: ApiDescription = {
  [deskApiRoutes.codes]: {
    get: read('Discount codes with their uses', z.object({ codes: z.array(codeSchema) })),
    post: once({
      summary: 'Add a discount code',
      body: json(newCodeSchema),
      answers: { 201: { description: 'The code.', content: acted } },
      errors: ['code_taken', 'sku_unknown', 'validation_failed'],
    }),
  },
  [deskApiPatterns.endCode]: {
    post: once({
      summary: 'End a discount code',
      answers: { 200: { description: 'The code.', content: acted } },
      errors: ['code_not_found'],
    }),
  },
}
