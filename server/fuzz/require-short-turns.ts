import { describeFlight, type Flight } from './generate-request.ts'

/** CPU milliseconds that an answer may block the event loop. */
export const turnMax = 100

export type Loop = {
  /** CPU milliseconds since the last call. */
  longestTurn(): Promise<number>
}

/**
 * A long turn only counts if one flight causes it again, alone and twice: the first one may have loaded code.
 * @returns the longest turn, of all flights together if that was short @throws Error for a turn that is too long
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
