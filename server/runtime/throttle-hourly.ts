const hourMs = 60 * 60 * 1000

/**
 * Limits frequently called work to once an hour, counted from its last start in this process.
 * @param work resolves to whether more is left, which makes the next call work too
 */
export function throttleHourly(
  clock: () => Date,
  work: (now: Date) => Promise<boolean>,
): () => Promise<void> {
  let dueAt = 0
  return async () => {
    const now = clock()
    if (now.getTime() < dueAt) return
    dueAt = now.getTime() + hourMs
    if (await work(now)) dueAt = now.getTime()
  }
}
