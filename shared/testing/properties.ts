import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of all generated values, and by how much their number is multiplied. */
    properties: { seed: number; factor: number }
  }
}

/** How often a property is tried that wants more than the usual hundred runs, or can't afford them. */
export function runs(usual: number): number {
  return usual * inject('properties').factor
}

// Vitest loads this file before each test file.
fc.configureGlobal({ seed: inject('properties').seed, numRuns: runs(100) })
