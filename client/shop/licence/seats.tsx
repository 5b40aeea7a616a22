import type { LicenceInfo } from '#shared/licensing/licence-info.ts'

/** More lights than these can't be counted by eye. */
const mostLights = 12

/** A light for each seat in use; the text next to it says the same. */
export function Seats({ used, limit }: Pick<LicenceInfo['seats'], 'used' | 'limit'>) {
  if (limit > mostLights) return null
  return (
    <span className="Seats" aria-hidden="true">
      {Array.from({ length: limit }, (_, seat) => seat).map((seat) => (
        <i key={seat} data-on={seat < used ? '' : undefined} />
      ))}
    </span>
  )
}
