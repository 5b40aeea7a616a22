const minute = 60_000

/** "Try again in 3 minutes", rounded up, without a full stop. */
export function tryAgainIn(ms: number): string {
  const minutes = Math.ceil(ms / minute)
  if (minutes <= 1) return 'Try again in a minute'
  if (minutes <= 50) return `Try again in ${minutes} minutes`
  const hours = Math.ceil((minutes - 15) / 60)
  return `Try again in about ${hours <= 1 ? 'an hour' : `${hours} hours`}`
}
