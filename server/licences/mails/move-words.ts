import type { Part } from '../../messages/mail/blocks.ts'
import type { LicenceMoveRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OwnedLicence } from '../licensing/issue.ts'
import type { GivenLicence } from '../licensing/moves-by-mail.ts'
import { licenceNote } from './licence-issued.ts'
import type { LicenceSources } from './sources.ts'
import { licenceOf } from './your-licences.ts'

/** Sentences about moved licences, of one or several. */

type MovedLicence = GivenLicence & Pick<LicenceRow, 'plan' | 'key_hint'>

export type Licences = readonly MovedLicence[]

/** "a licence" */
export function someLicences(licences: Licences): string {
  return licences.length === 1 ? 'a licence' : `${licences.length} licences`
}

/** "the licence Studio …-7K2Q", by the key that its former owner knows */
export function licencesByKey(licences: Licences): string {
  return theLicences(licences.map(({ plan, key_hint, oldHint }) => `${plan} ${oldHint ?? key_hint}`))
}

/** "the licence Studio" */
export function licencesByPlan(licences: Licences): string {
  return theLicences(licences.map(({ plan }) => plan))
}

export function belongs(licences: Licences): string {
  return licences.length === 1 ? 'belongs' : 'belong'
}

/** Says what the earlier keys can still do. */
export function keysSinceMove(licences: Licences): string {
  const hints = licences.flatMap(({ oldHint }) => oldHint ?? [])
  if (hints.length === 0) return keysStay(licences, 'as it was')
  return hints.length === 1
    ? `Its earlier key, ${hints[0]}, can do nothing any more: it has stopped working for everybody.`
    : `Their earlier keys, ${hints.join(', ')}, can do nothing any more: they have stopped working for everybody.`
}

/** Says before the move what becomes of the keys. @param whoGets such as "you get" */
export function keysWithMove(licences: Licences, { keeps_key }: LicenceMoveRow, whoGets: string): string {
  if (keeps_key) return keysStay(licences, 'as it is')
  return licences.length === 1
    ? `The move gives it a new key, which ${whoGets} by mail. The old one stops working for everybody.`
    : `The move gives them new keys, which ${whoGets} by mail. The old ones stop working for everybody.`
}

function keysStay(licences: Licences, how: 'as it is' | 'as it was'): string {
  const ends = how === 'as it is' ? 'as they are' : 'as they were'
  return licences.length === 1
    ? `The key stays ${how}: whoever has it can go on using it.`
    : `The keys stay ${ends}: whoever has them can go on using them.`
}

/** Licences that still belong to the recipient, with whole keys. */
export async function licencesStillOf(
  recipient: string,
  licences: Licences,
  sources: LicenceSources,
): Promise<(MovedLicence & OwnedLicence)[]> {
  const read = async (moved: MovedLicence) => {
    const owned = await licenceOf(recipient, moved.id, sources)
    return owned && { ...moved, ...owned }
  }
  return (await Promise.all(licences.map(read))).filter((licence) => licence !== null)
}

export function newKeys(licences: readonly OwnedLicence[], timeZone: string): Part[] {
  const these = licences.length === 1 ? 'This is its new key' : 'These are their new keys'
  const them = licences.length === 1 ? 'it' : 'them'
  return [
    `${these}. Keep ${them} safe: anyone who has ${them} can use ${them}.`,
    {
      type: 'keys',
      keys: licences.map((licence) => ({ key: licence.key, note: licenceNote(licence, timeZone) })),
    },
    'Machines keep their seats. Enter the new key on each of them, or deactivate those that aren’t yours.',
  ]
}

function theLicences(names: readonly string[]): string {
  return `${names.length === 1 ? 'the licence' : 'the licences'} ${names.join(', ')}`
}
