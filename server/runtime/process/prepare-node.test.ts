import { afterEach, expect, test, vi } from 'vitest'
import { prepareNode } from './prepare-node.ts'

afterEach(() => vi.unstubAllGlobals())

test('an older Node is refused before it fails by itself', () => {
  const [said, ended] = [vi.spyOn(console, 'error').mockReturnValue(), new Error('ended')]
  const exit = vi.fn(() => {
    throw ended
  })
  vi.stubGlobal('process', { versions: { node: '20.19.0' }, exit })
  expect(prepareNode).toThrow(ended)
  expect(exit).toHaveBeenCalledWith(1)
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^This is Node 20\.19\.0, and the site needs 26: /))
})

test('the Node that the project pins is taken', () => {
  expect(prepareNode).not.toThrow()
})
