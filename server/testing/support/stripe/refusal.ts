/** An answer of Stripe that is no success, with the members of its errors. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly error: { type: string; code?: string; message: string; param?: string }

  constructor(
    status: number,
    message: string,
    { type = 'invalid_request_error', ...more }: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = status
    this.error = { type, message, ...more }
  }
}

/** @param what as Stripe names it, such as "checkout.session" */
export function missing(what: string, id: unknown): Refusal {
  return new Refusal(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
}
