/** Restricted keys of the test mode, too: sk_test_…, rk_test_… */
export function isTestKey(secretKey: string): boolean {
  return secretKey.slice(2).startsWith('_test_')
}

/** Ends with a slash. What was made by a test key stands apart. */
export function dashboardOf(secretKey: string): string {
  return `https://dashboard.stripe.com/${isTestKey(secretKey) ? 'test/' : ''}`
}
