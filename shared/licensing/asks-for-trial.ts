/** Whether a request file's content asks for a trial: it says `"plan": "trial"` and names no key. */
export function asksForTrial(request: unknown): boolean {
  const { plan, licenceKey, licenseKey } = Object(request)
  return plan === 'trial' && licenceKey === undefined && licenseKey === undefined
}
