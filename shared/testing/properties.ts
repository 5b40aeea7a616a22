import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `factor` multiplies the number of runs. */
    properties: { seed: number; factor: number }
  }
}

/** For properties that need more or fewer runs than the usual hundred. */
export function runs(usual: number): number {
  return usual * inject('properties').factor
}

// Vitest loads this file before each test file.
fc.configureGlobal({ seed: inject('properties').seed, numRuns: runs(100) })
