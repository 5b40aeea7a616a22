import type { LicenceInfo } from '#shared/licensing/licence-info.ts'

/** A light for each seat, lit while it is in use. Says nothing that the words beside it don't. */
export function Seats({ used, limit }: Pick<LicenceInfo['seats'], 'used' | 'limit'>) {
  return (
    <span className="Seats" aria-hidden="true">
      {Array.from({ length: limit }, (_, seat) => seat).map((seat) => (
        <i key={seat} data-on={seat < used ? '' : undefined} />
      ))}
    </span>
  )
}
