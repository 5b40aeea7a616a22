/** Waits for a preload at most `timeoutMs`; a late or failed one is null, for a page never fails because of it. */
export async function preload<Value>(value: Promise<Value>, timeoutMs: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null)
  })
  try {
    return await Promise.race([value.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
