/** An answer of Stripe that is no success, with the members of its errors. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  /** Found in what was sent, before the endpoint began. Stripe doesn't keep those under a key. */
  readonly isEarly: boolean
  readonly error: { type: string; code?: string; message: string; param?: string }

  constructor(
    status: number,
    message: string,
    {
      type = 'invalid_request_error',
      isEarly = false,
      ...more
    }: { type?: string; isEarly?: boolean; code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = status
    this.isEarly = isEarly
    this.error = { type, message, ...more }
  }
}

/** @param what as Stripe names it, such as "checkout.session" */
export function missing(what: string, id: unknown): Refusal {
  return new Refusal(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
}
