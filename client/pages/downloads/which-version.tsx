import { type FormEvent, useEffect, useState } from 'react'
import { documentDay, formatDate } from '#shared/calendar/calendar.ts'
import { createHttpClient } from '#shared/http/http-client.ts'
import type { LookUpAnswer } from '#shared/licensing/answers.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { ReleaseDownloads } from '#shared/releases/releases.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { coverageOf } from '../../shop/licence/coverage.ts'
import { coveredVersions, shortVersion } from '../../shop/licence/coverage-facts.tsx'
import { RenewLink } from '../../shop/licence/renew-link.tsx'
import { useAppState, useTimeZone } from '../../site/framework/app-state.tsx'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'
import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { Button } from '../../site/ui/button.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { LicenceKeyField } from '../activation/licence-key-field.tsx'
import { ProblemNotice } from '../activation/problem-notice.tsx'
import { problemOf, unknownEnd } from '../activation/problems.ts'

type Covering = Pick<LicenceInfo, 'sku' | 'plan' | 'status' | 'updatesUntil'> & { machines: number }

/** Marks the versions that a key covers. The tab stores the coverage, never the key or its owner. */
export function WhichVersion({ releases }: { releases: ReleaseDownloads[] }) {
  const { config } = useAppState()
  const hydrated = useHydrated()
  const [licence, setLicence] = useState<Covering | null>(null)
  const [problem, setProblem] = useState({ code: '', end: unknownEnd })
  const [refusedKey, setRefusedKey] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => setLicence(readStored('sessionStorage', storedAs) as Covering | null), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (busy) return
    if (!field?.checkValidity()) return field?.focus()
    setBusy(true)
    setAsked(true)
    // Clears a problem first, so that it is announced again.
    setProblem({ code: '', end: unknownEnd })
    try {
      const http = createHttpClient(config.apiBaseUrl, fetch)
      const answer = (await http.post(apiRoutes.licenceLookUp, { licenceKey: field.value })) as LookUpAnswer
      const { sku, plan, status, updatesUntil, seats } = answer.licence
      const covering = { sku, plan, status, updatesUntil, machines: seats.limit }
      writeStored('sessionStorage', storedAs, covering)
      setLicence(covering)
    } catch (error) {
      const refusal = problemOf(error)
      setRefusedKey(refusal.code === 'licence_key_malformed' ? field.value : '')
      setProblem(refusal)
    }
    setBusy(false)
  }

  return (
    <SplitSection
      className="section--tight"
      id="which-version"
      title="Which version is mine?"
      lede="Type a key to see what it covers. The key isn’t kept; this tab remembers the answer until you close it."
    >
      <div className="Form">
        {problem.code && <ProblemNotice {...problem} />}
        <form
          className="Form"
          method="post"
          ref={(form) => form?.setAttribute('novalidate', '')}
          onSubmit={submit}
        >
          <LicenceKeyField refused={refusedKey} />
          <div className="Form-actions">
            <Button quiet busy={busy} disabled={!hydrated}>
              Mark the versions
            </Button>
          </div>
        </form>
        <Covered licence={licence} releases={releases} isAsked={isAsked} />
      </div>
    </SplitSection>
  )
}

const storedAs = 'coveredLicence'

type CoveredProps = { licence: Covering | null; releases: ReleaseDownloads[]; isAsked: boolean }

/** A live region must exist before its text, so it is rendered first. Remembered coverage isn't announced. */
function Covered({ licence, releases, isAsked }: CoveredProps) {
  const timeZone = useTimeZone()
  const dated = releases.map(({ version, date }) => ({ version, date: documentDay(timeZone, date) }))
  const coverage = licence && coverageOf(licence, dated, timeZone)
  return (
    <>
      <p className={coverage ? undefined : 'vh'} role={isAsked ? 'status' : undefined}>
        {coverage && (
          <>
            <strong>
              {coverage.newest
                ? `This ${licence.plan} licence covers versions up to ${shortVersion(coverage.newest.version)}.`
                : `This ${licence.plan} licence covers ${coveredVersions(coverage)}.`}
            </strong>{' '}
            <span>
              {coverage.isOver
                ? `Updates ended on ${formatDate(coverage.until)}.`
                : `Updates run until ${formatDate(coverage.until)}.`}
            </span>
          </>
        )}
      </p>
      {coverage && (
        <table className="DataTable">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Released</th>
              <th scope="col">Your key</th>
            </tr>
          </thead>
          <tbody className="Ruled">
            {dated.map(({ version, date }) => (
              <tr key={version}>
                <th scope="row">{version}</th>
                <td>
                  <time dateTime={date}>{formatDate(date)}</time>
                </td>
                <td>{date <= coverage.until ? <strong>Covers it</strong> : 'Needs a renewal'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {coverage && licence.status === 'active' && (
        <RenewLink sku={licence.sku} seats={licence.machines} coverage={coverage} licenceKey="" />
      )}
    </>
  )
}
