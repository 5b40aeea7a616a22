/** The form field that becomes the act's `Idempotency-Key`. */
export const onceField = 'once'
