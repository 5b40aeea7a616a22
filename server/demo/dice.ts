/** Seeded randomness (mulberry32), so that pictures of the demonstration can be compared. */
export function createDice(seed: number) {
  let state = seed
  /** At least 0, below 1. */
  function roll(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    roll,
    chance: (share: number) => roll() < share,
    /** At least `least`, below `most`. */
    between: (least: number, most: number) => least + roll() * (most - least),
    whole: (least: number, most: number) => Math.floor(least + roll() * (most + 1 - least)),
    /** Picks an item by weight. */
    pick<Item>(...weighted: [Item, number][]): Item {
      let left = roll() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
      const [last] = weighted[weighted.length - 1] as [Item, number]
      for (const [item, weight] of weighted) {
        left -= weight
        if (left < 0) return item
      }
      return last
    },
    oneOf: <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)] as Item,
  }
}

export type Dice = ReturnType<typeof createDice>
