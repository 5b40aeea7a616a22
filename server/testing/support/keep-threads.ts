import { threads } from '../../runtime/thread/thread.ts'
import { keptThreads } from './kept-threads.ts'

Object.assign(threads, keptThreads)
