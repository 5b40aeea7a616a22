/** Does nothing in a browser without wake locks. @returns a function that releases the lock */
export function keepDisplayOn(): () => void {
  let lock: WakeLockSentinel | undefined
  let released = false

  // A hidden page loses its lock.
  document.addEventListener('visibilitychange', request)
  request()
  return () => {
    released = true
    document.removeEventListener('visibilitychange', request)
    lock?.release().catch(ignore)
  }

  async function request() {
    if (document.visibilityState !== 'visible') return
    lock = await navigator.wakeLock?.request('screen').catch(ignore)
    if (released) lock?.release().catch(ignore)
  }
}

function ignore() {
  return undefined
}
