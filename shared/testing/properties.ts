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

/** Every third, or so, which brings some of each kind. A deep run takes all. */
export function someOf<Case>(cases: Case[], every = 3): Case[] {
  return cases.filter((_, index) => runs(1) > 1 || index % every === 0)
}

// Vitest loads this file before each test file.
fc.configureGlobal({ seed: inject('properties').seed, numRuns: runs(100) })
