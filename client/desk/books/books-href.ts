import type { BooksAnswer } from '#shared/desk/books-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'

/** The books of some days. */
export function booksHref(asked: Partial<Pick<BooksAnswer, 'from' | 'to' | 'basis' | 'figure'>>): string {
  return `${deskRoutes.books}?${new URLSearchParams(asked)}`
}
