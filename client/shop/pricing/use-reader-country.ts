import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { browserCountry } from '../checkout/browser-country.ts'

/** The country in the browser's languages; empty if there is none, and on the server, which renders for everybody. */
export function useReaderCountry(): string {
  return useHydrated() ? browserCountry(navigator.languages) : ''
}
