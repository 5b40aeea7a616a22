/** A UUID whose installation has this place in every rollout, from 0 to 1. */
export function stagingIdAt(place: number): string {
  const last = Math.floor(place * 0xffffffff)
    .toString(16)
    .padStart(8, '0')
  return `00000000-0000-4000-8000-0000${last}`
}
