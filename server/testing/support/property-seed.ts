import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import type {} from '#shared/testing/properties.ts'

/**
 * One constant seed for all properties, so that only a change turns a test red. `npm run test:deep` takes a fresh seed and
 * ten times the runs.
 */
export function setup(project: TestProject) {
  const isDeep = project.vite.config.mode === 'deep'
  const properties = isDeep ? { seed: randomInt(2 ** 31), factor: 10 } : { seed: 2026, factor: 1 }
  console.log(`Properties are tested with seed ${properties.seed}, ${properties.factor} × the usual runs.`)
  project.provide('properties', properties)
}
