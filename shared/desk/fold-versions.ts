import { compareVersions } from '../releases/versions.ts'
import { describeOffer } from './offer-words.ts'
import type { Overview } from './overview-answers.ts'

type Versions = Overview['versions']

/** Further versions fold into one row. */
const mostVersions = 5

/** Machines that didn't report a version. */
export const unknownVersion = 'Unknown'

/** @property offer who is offered it; empty if everybody is */
type ShownVersion = { name: string; machines: number; offer: string }

/** Newest first. The oldest fold into "Earlier", and machines that didn't report a version into "Unknown". */
export function foldVersions(versions: Versions): ShownVersion[] {
  const known = listKnown(versions)
  const shown = known.slice(0, known.length > mostVersions ? mostVersions - 1 : mostVersions)
  return [...shown, ...fold('Earlier', known.slice(shown.length)), ...listUnknown(versions)]
}

/** All versions, in the same order and with the same names. */
export function listVersions(versions: Versions): ShownVersion[] {
  return [...listKnown(versions), ...listUnknown(versions)]
}

function listKnown(versions: Versions): ShownVersion[] {
  return versions
    .filter(({ appVersion }) => appVersion !== null)
    .map(({ appVersion, machines, ...offer }) => ({
      name: String(appVersion),
      machines,
      offer: describeOffer(offer),
    }))
    .toSorted((a, b) => compareVersions(b.name, a.name))
}

function listUnknown(versions: Versions): ShownVersion[] {
  return fold(
    unknownVersion,
    versions.filter(({ appVersion }) => appVersion === null),
  )
}

function fold(name: string, versions: { machines: number }[]): ShownVersion[] {
  const machines = versions.reduce((sum, each) => sum + each.machines, 0)
  return machines === 0 ? [] : [{ name, machines, offer: '' }]
}
