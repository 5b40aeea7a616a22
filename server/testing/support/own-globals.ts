import { afterAll, vi } from 'vitest'

// Files of one worker share its globals.
afterAll(() => void vi.unstubAllGlobals())
