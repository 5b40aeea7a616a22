import { searchAnswerSchema, searchQuerySchema } from '#shared/desk/answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { read } from '../endpoints.ts'
import { search } from './search.ts'

export const searchApi = [
  read(deskApiRoutes.search, {
    who: 'search',
    summary: 'Search by the beginnings of words',
    description:
      'Number, e-mail, name, company, purchase order, sum, any groups of a key, id, name in another program, machine, version, reference, words of messages, of their answers and of notes, those of quotes too. Three letters also stand for what is inside of a name.',
    input: searchQuerySchema,
    answer: searchAnswerSchema,
    run: ({ ctx, sender }, { q }) => search(ctx, q, sender),
  }),
]
