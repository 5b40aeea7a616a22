import { useTimeZone } from './app-state.tsx'
import { useHydrated } from './use-hydrated.ts'

/** The reader's time zone; the company's until the browser tells. */
export function useReaderZone(): string {
  const company = useTimeZone()
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : company
}
