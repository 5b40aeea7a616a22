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

/** A fixed sample of the cases; a deep run takes all. */
export function someOf<Case>(cases: Case[], part = 1 / 3): Case[] {
  if (runs(1) > 1) return cases
  const size = Math.ceil(cases.length * part)
  const { seed } = inject('properties')
  const [some = []] = fc.sample(fc.subarray(cases, { minLength: size, maxLength: size }), {
    seed,
    numRuns: 1,
  })
  return some
}

// Vitest loads this file before each test file.
fc.configureGlobal({ seed: inject('properties').seed, numRuns: runs(100) })
