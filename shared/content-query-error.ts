/** A content query that has no answer: 404 when nothing is at the path, 400 when the query makes no sense. */
export class ContentQueryError extends Error {
  override name = 'ContentQueryError'
  readonly statusCode: number
  readonly body: { message: string }

  constructor(statusCode: number, body: { message: string }) {
    super(body.message)
    this.statusCode = statusCode
    this.body = body
  }
}
