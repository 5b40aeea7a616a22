import { compareVersions } from '../releases/versions.ts'
import { describeOffer } from './offer-words.ts'
import type { Overview } from './overview-answers.ts'

/** More of them fold into one. */
const mostVersions = 5

/** @property offer who is offered it, if that isn't everybody */
type ShownVersion = { name: string; machines: number; offer: string }

/** The newest first; the oldest together as "Earlier", and machines that told no version as "Unknown". */
export function foldVersions(versions: Overview['versions']): ShownVersion[] {
  const known = versions
    .filter(({ appVersion }) => appVersion !== null)
    .map(({ appVersion, machines, ...offer }) => ({
      name: String(appVersion),
      machines,
      offer: describeOffer(offer),
    }))
    .toSorted((a, b) => compareVersions(b.name, a.name))
  const unknown = versions.filter(({ appVersion }) => appVersion === null)
  const shown = known.slice(0, known.length > mostVersions ? mostVersions - 1 : mostVersions)
  return [...shown, ...fold('Earlier', known.slice(shown.length)), ...fold('Unknown', unknown)]
}

function fold(name: string, versions: { machines: number }[]): ShownVersion[] {
  const machines = versions.reduce((sum, each) => sum + each.machines, 0)
  return machines === 0 ? [] : [{ name, machines, offer: '' }]
}
