import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Tests of whole processes mostly wait. They begin first, so that none is alone at the end. Then the largest files come. */
export class WaitingFirst implements TestSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/server/testing/'))
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]))
    const sizeOf = (file: TestSpecification) => sizes.get(file) ?? 0
    return files.toSorted((a, b) => waits(b) - waits(a) || sizeOf(b) - sizeOf(a))
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}
