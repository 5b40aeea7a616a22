/**
 * Makes another server's text safe: PostgreSQL can't store NUL, and terminals obey escapes.
 * @returns one line of at most 500 characters
 */
export function failureText(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 500)
}
