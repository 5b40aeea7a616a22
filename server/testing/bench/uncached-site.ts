import { prepareNode } from '../../runtime/process/prepare-node.ts'

prepareNode()
const { serveUncached } = await import('./serve-uncached.ts')
await serveUncached()
