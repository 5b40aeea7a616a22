/** Status 404 if there is nothing at the path, 400 for an invalid query. */
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
