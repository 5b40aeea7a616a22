import { badQuery } from './bad-query.ts'

/** Ordinary conditions take a few over ten thousand documents; past this, a refusal still goes out within 100. */
const millisecondsMax = 40

/** Bounds the time that all conditions of one query take together. */
export type ConditionClock = {
  /** To be called around work that counts; nests. */
  run<Result>(work: () => Result): Result
  /** @throws ContentQueryError when the time is up. */
  check(): void
}

/**
 * Counts what the process worked, so that nobody pays for a busy machine; the time of day is read first, as that
 * costs twenty times less.
 */
export function createConditionClock(max = millisecondsMax): ConditionClock {
  let spent = 0
  let began: { wall: number; cpu: number } | undefined
  const check = () => {
    if (spent + (began ? performance.now() - began.wall : 0) < max) return
    if (spent + (began ? cpuNow() - began.cpu : 0) < max) return
    throw badQuery('where: takes too long over so many documents; narrow the path or use fewer conditions')
  }
  return {
    check,
    run(work) {
      if (began) return work()
      began = { wall: performance.now(), cpu: cpuNow() }
      try {
        return work()
      } finally {
        spent += Math.min(performance.now() - began.wall, cpuNow() - began.cpu)
        began = undefined
      }
    },
  }
}

function cpuNow(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
