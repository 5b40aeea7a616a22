/** Resolves with null if the value is late or rejects. */
export async function withTimeout<Value>(timeoutMs: number, value: Promise<Value>): Promise<Value | null> {
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
