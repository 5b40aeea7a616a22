/** Includes restricted keys: sk_test_…, rk_test_…. */
export function isTestKey(secretKey: string): boolean {
  return secretKey.slice(2).startsWith('_test_')
}

/** Ends with a slash. Test data has its own address. */
export function dashboardOf(secretKey: string): string {
  return `https://dashboard.stripe.com/${isTestKey(secretKey) ? 'test/' : ''}`
}
