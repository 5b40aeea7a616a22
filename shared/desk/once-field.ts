/** The field of a desk's form that becomes the act's `Idempotency-Key`. */
export const onceField = 'once'
