import type { Activation, AskedKey, TrialAnswer, VerdictCode } from '#shared/licensing/answers.ts'
import type { Coverage } from '#shared/licensing/coverage.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'

type Content = {
  licence:
    | ({ id: string } & Pick<LicenceInfo, 'product' | 'plan' | 'status' | 'keyHint' | 'licensedTo'>)
    | null
  machineId: string
  seats: LicenceInfo['seats'] | null
  updatesUntil: string | null
  issuedAt: string
  nonce: string | null
}

/** Certifies a machine's seat. Signs "licence/" and the content. */
export function signLicenceFile(content: Content & Pick<Activation, 'activatedAt'>, keyring: Keyring) {
  return sign('licence', content, keyring)
}

/** Certifies whether a machine has a seat now. Signs "verdict/" and the content, so neither file passes for the other. */
export function signVerdict(
  content: Content &
    Partial<Omit<Coverage, 'updatesUntil'>> & { valid: boolean; code: VerdictCode; key: AskedKey },
  keyring: Keyring,
) {
  return sign('verdict', content, keyring)
}

/** Signs "trial/" and the content, so applications without trials refuse it. */
export function signTrial(
  content: TrialAnswer['trial'] & Pick<Content, 'issuedAt' | 'nonce'>,
  keyring: Keyring,
) {
  return sign('trial', content, keyring)
}

export function licenceContentOf(
  licence: LicenceRow,
  { product, plan, status, keyHint, licensedTo, seats, updatesUntil }: LicenceInfo,
): Pick<Content, 'licence' | 'seats' | 'updatesUntil'> {
  return { licence: { id: licence.id, product, plan, status, keyHint, licensedTo }, seats, updatesUntil }
}

function sign(kind: 'licence' | 'verdict' | 'trial', content: object, keyring: Keyring): string {
  const enc = toBase64(content)
  const sig = keyring.sign(`${kind}/${enc}`).toString('base64')
  const lines = toBase64({ enc, sig, alg: 'ed25519', kid: keyring.kid }).match(/.{1,64}/g) ?? []
  return ['-----BEGIN LICENCE FILE-----', ...lines, '-----END LICENCE FILE-----', ''].join('\n')
}

function toBase64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}
