import { prepareNode } from './prepare-node.ts'

prepareNode()
const { start } = await import('./start.ts')
await start()
