import { describeFlight, type Flight } from './generate-request.ts'

/** CPU milliseconds that an answer may block the event loop. */
export const turnMax = 100

export type Loop = {
  /** CPU milliseconds since the last call. */
  longestTurn(): Promise<number>
}

/**
 * Each flight of a long turn is repeated alone, twice: the first time may load code.
 * @throws Error for a flight that is slow both times
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
