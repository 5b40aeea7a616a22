/** Whether a promise resolves; ignores the reason if it doesn't. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
