export function asksForTrial(request: unknown): boolean {
  const { plan, licenceKey, licenseKey } = Object(request)
  return plan === 'trial' && (licenceKey ?? licenseKey ?? null) === null
}
