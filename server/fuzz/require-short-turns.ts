import { describeFlight, type Flight } from './generate-request.ts'

/** The longest that an answer may hold the event loop, in milliseconds of CPU. */
export const turnMax = 100

export type Loop = {
  /** Since the last call, in milliseconds of CPU. */
  longestTurn(): Promise<number>
}

/**
 * Flights that are sent together share turns of the loop, and the first one of its kind loads code. So a long turn counts
 * only when one flight causes it again, alone and twice.
 * @returns the longest turn that was found, of all flights together where that was short
 * @throws Error for one that holds the loop too long
 */
export async function requireShortTurns(
  flights: Flight[],
  send: (flight: Flight) => Promise<unknown>,
  { longestTurn }: Loop,
): Promise<number> {
  const together = await longestTurn()
  if (together <= turnMax) return together
  let longest = 0
  for (const flight of flights) {
    const alone = Math.min(await measure(flight), await measure(flight))
    if (alone > turnMax) {
      throw new Error(`the loop was held for ${Math.round(alone)} ms of CPU: ${describeFlight(flight)}`)
    }
    longest = Math.max(longest, alone)
  }
  return longest

  async function measure(flight: Flight): Promise<number> {
    await send(flight)
    return longestTurn()
  }
}
